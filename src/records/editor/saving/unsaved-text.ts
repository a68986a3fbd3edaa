import { randomKey } from '#contract/random-key'
import { isRecord } from '#text/parse-json'
import { dropNote, storeNote, listNotes } from './text-notes'
import { openTextStore, type TextStore, writeTexts } from './text-store'
import type { Values } from '#records/editor/values/values'

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

/** `place`: where on this device it is kept, among those of other windows. */
export type KeptText = UnsavedText & { place: string }

const windowName = 'industria-window'
/** Two windows with the same record do not write over each other's texts. */
const thisWindow = randomKey()

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

/** Where this window keeps its text of a record. */
export const placeOf = (key: string) => `${key}#${thisWindow}`

/**
 * Keeps an unsaved text on this device. False when the browser has no room or no storage for it. What is kept when the
 * page may be gone in a moment is noted at once besides.
 */
export async function keepUnsaved(key: string, unsaved: UnsavedText, isLeaving = false): Promise<boolean> {
  const place = placeOf(key)
  const text = JSON.stringify(unsaved)
  const isNoted = (isLeaving || !hasStore()) && storeNote(place, text)
  const store = await openStore()
  if (!store) return isNoted || storeNote(place, text)
  try {
    const writing = writeTexts(store)
    await Promise.all([writing.store.put(unsaved, place), writing.done])
    dropNote(place, text)
    return true
  } catch {
    return isNoted || storeNote(place, text)
  }
}

export async function dropUnsaved(...places: string[]): Promise<void> {
  for (const place of places) dropNote(place)
  try {
    const store = await openStore()
    if (!store) return
    const writing = writeTexts(store)
    await Promise.all([...places.map((place) => writing.store.delete(place)), writing.done])
  } catch {
    return
  }
}

/** The texts of a record that is no more. */
export async function dropEveryUnsaved(key: string): Promise<void> {
  await dropUnsaved(...(await findKept(`${key}#`)).map(({ place }) => place))
}

/** The newest text of a record, of whichever window. */
export async function readUnsaved(key: string): Promise<KeptText | undefined> {
  return (await findKept(`${key}#`))[0]
}

/** All texts whose key begins with `kind:`, the newest first. */
export async function listUnsaved(kind: string): Promise<{ key: string; unsaved: KeptText }[]> {
  return (await findKept(`${kind}:`)).map((unsaved) => ({
    key: unsaved.place.slice(0, unsaved.place.lastIndexOf('#')),
    unsaved,
  }))
}

const hasStore = () => typeof indexedDB !== 'undefined'
const openStore = async () => (hasStore() ? openTextStore() : undefined)

/** What is kept in places that begin so, the newest first. */
async function findKept(start: string): Promise<KeptText[]> {
  const stored = new Map<string, unknown>()
  try {
    const store = await openStore()
    if (store) {
      await takeOverNotes(store)
      const reading = store.transaction('texts').store
      const range = IDBKeyRange.bound(start, `${start}\uFFFF`)
      const [places, texts] = await Promise.all([reading.getAllKeys(range), reading.getAll(range)])
      for (const [at, place] of places.entries()) stored.set(place, texts[at])
    }
  } catch {
    // What is noted is there all the same.
  }
  for (const { place, text } of listNotes()) if (place.startsWith(start)) stored.set(place, parseNote(text))
  return [...stored]
    .flatMap(([place, text]) => (isUnsaved(text) ? [{ ...text, place }] : []))
    .toSorted((one, other) => other.keptAt.localeCompare(one.keptAt))
}

/** What was noted at the last moment, and what releases of before have kept as notes, is kept with the rest. */
async function takeOverNotes(store: TextStore): Promise<void> {
  for (const { place, text } of listNotes()) {
    const noted = parseNote(text)
    const writing = writeTexts(store)
    const known = await writing.store.get(place)
    const isNews = isUnsaved(noted) && !(isUnsaved(known) && known.keptAt >= noted.keptAt)
    if (isNews) await writing.store.put(noted, place)
    await writing.done
    dropNote(place, text)
  }
}

function parseNote(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isUnsaved(value: unknown): value is UnsavedText {
  return (
    isRecord(value) &&
    isValues(value.changed) &&
    isValues(value.base) &&
    typeof value.title === 'string' &&
    typeof value.version === 'number' &&
    typeof value.keptAt === 'string' &&
    !Number.isNaN(Date.parse(value.keptAt))
  )
}

function isValues(value: unknown): value is Values {
  return (
    isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string' || typeof entry === 'boolean')
  )
}
