import { isRecord, parseJson } from '#text/parse-json'
import type { Block } from './block-edits'

/** A block as it was copied, with what translations say of it, by language. */
export type CopiedBlock = { block: Block & { type: string }; texts: Record<string, unknown> }

/** The localStorage key: what is copied in one window can be pasted in another. */
const key = 'industria-block'

export function storeCopiedBlock(copied: CopiedBlock): void {
  try {
    localStorage.setItem(key, JSON.stringify(copied))
  } catch {
    // Without a place to keep it there is nothing to paste.
  }
}

/** The block that was copied last, undefined where there is none. */
export function readCopy(): CopiedBlock | undefined {
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
