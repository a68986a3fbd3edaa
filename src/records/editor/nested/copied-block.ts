import { isRecord, parseJson } from '#text/parse-json'
import type { Block } from './block-edits'

/** A copied block with its translations, by language. */
export type CopiedBlock = { block: Block & { type: string }; texts: Record<string, unknown> }

/** The localStorage key, so that a block copied in one window can be pasted in another. */
const key = 'industria-block'

export function storeCopiedBlock(copied: CopiedBlock): void {
  try {
    localStorage.setItem(key, JSON.stringify(copied))
  } catch {
    // Without storage there is nothing to paste.
  }
}

/** The last copied block, if there is one. */
export function readCopiedBlock(): CopiedBlock | undefined {
  const kept = parseJson(readText())
  if (!isRecord(kept) || !isRecord(kept.block) || typeof kept.block.type !== 'string') return undefined
  return { block: { ...kept.block, type: kept.block.type }, texts: isRecord(kept.texts) ? kept.texts : {} }
}

function readText(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
