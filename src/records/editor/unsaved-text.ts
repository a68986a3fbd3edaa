import { randomKey } from '#base/http/random-key'
import { isRecord } from '#base/text/parse-json'
import type { Values } from './values'

/** What somebody typed and has not saved: only the fields they changed, and what these held when they began. */
export type UnsavedText = {
  title: string
  changed: Values
  base: Values
  /** Of the record it was based on; 0 for one that is not stored yet. */
  version: number
  /** Of the draft that it was based on, if there was one. */
  draft?: number
  keptAt: string
}

const prefix = 'industria-draft:'
const windowName = 'industria-window'

/** The key of what is new: each window has its own, and has it still when it is loaded again. */
export function keyOfNew(kind: string): string {
  try {
    const known = sessionStorage.getItem(windowName) ?? randomKey()
    sessionStorage.setItem(windowName, known)
    return `${kind}:new-${known}`
  } catch {
    return `${kind}:new`
  }
}

/** Keeps an unsaved text on this device. False when the browser has no room or no storage for it. */
export function keepUnsaved(key: string, unsaved: UnsavedText): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(unsaved))
    return true
  } catch {
    return false
  }
}

export function dropUnsaved(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    return
  }
}

export function readUnsaved(key: string): UnsavedText | undefined {
  try {
    return parseUnsaved(localStorage.getItem(prefix + key))
  } catch {
    return undefined
  }
}

/** All texts whose key begins with `kind:`, the newest first. */
export function listUnsaved(kind: string): { key: string; unsaved: UnsavedText }[] {
  return storedKeys()
    .filter((key) => key.startsWith(`${kind}:`))
    .flatMap((key) => {
      const unsaved = readUnsaved(key)
      return unsaved ? [{ key, unsaved }] : []
    })
    .toSorted((one, other) => other.unsaved.keptAt.localeCompare(one.unsaved.keptAt))
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}

function parseUnsaved(text: string | null): UnsavedText | undefined {
  const parsed: unknown = text === null ? undefined : JSON.parse(text)
  const isUnsaved =
    isRecord(parsed) &&
    isValues(parsed.changed) &&
    isValues(parsed.base) &&
    typeof parsed.title === 'string' &&
    typeof parsed.version === 'number' &&
    typeof parsed.keptAt === 'string' &&
    !Number.isNaN(Date.parse(parsed.keptAt))
  return isUnsaved ? (parsed as UnsavedText) : undefined
}

function isValues(value: unknown): value is Values {
  return (
    isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string' || typeof entry === 'boolean')
  )
}
