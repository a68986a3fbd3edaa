import { isRecord } from '#base/text/parse-json'
import type { Values } from './values'

/** What somebody typed and has not saved: only the fields they changed, and what these held when they began. */
export type KeptDraft = {
  title: string
  changed: Values
  base: Values
  /** Of the record it was based on; 0 for one that is not stored yet. */
  version: number
  keptAt: string
}

const prefix = 'industria-draft:'

/** Keeps a draft on this device. False when the browser has no room or no storage for it. */
export function keepDraft(key: string, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    return
  }
}

export function readDraft(key: string): KeptDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(prefix + key))
  } catch {
    return undefined
  }
}

/** All drafts whose key begins with `kind:`, the newest first. */
export function listDrafts(kind: string): { key: string; draft: KeptDraft }[] {
  return storedKeys()
    .filter((key) => key.startsWith(`${kind}:`))
    .flatMap((key) => {
      const draft = readDraft(key)
      return draft ? [{ key, draft }] : []
    })
    .toSorted((one, other) => other.draft.keptAt.localeCompare(one.draft.keptAt))
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}

function parseDraft(text: string | null): KeptDraft | undefined {
  const parsed: unknown = text === null ? undefined : JSON.parse(text)
  const isDraft =
    isRecord(parsed) && isValues(parsed.changed) && isValues(parsed.base) && typeof parsed.title === 'string' &&
    typeof parsed.version === 'number' && typeof parsed.keptAt === 'string' && !Number.isNaN(Date.parse(parsed.keptAt))
  return isDraft ? (parsed as KeptDraft) : undefined
}

function isValues(value: unknown): value is Values {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string' || typeof entry === 'boolean')
}
