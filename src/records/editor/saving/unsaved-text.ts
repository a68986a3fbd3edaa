import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { randomKey } from '#contract/random-key'
import { storeOnDevice } from '#editing/use-remembered'
import { isRecord, parseJson } from '#text/parse-json'
import type { Values } from '#records/editor/values/values'
import { withTimeout } from './failure'

/**
 * Unsaved changes: only the changed fields, and their previous values in all languages, because the translations of rows
 * and blocks are merged with them.
 */
export type UnsavedText = {
  title: string
  changed: Values
  base: Values
  /** The version of the record it is based on; 0 for a new one. */
  version: number
  /** The version of the draft it is based on, if there was one. */
  draft?: number
  keptAt: string
}

/** `place`: its key on this device, which is different in each window. */
export type RestorableText = UnsavedText & { place: string }

const windowName = 'industria-window'

/** Two windows with the same record do not overwrite each other's texts. */
const thisWindow = randomKey()

/** The key of a new record: different in each window, and the same after a reload. */
export function keyOfNew(kind: string): string {
  try {
    const known = sessionStorage.getItem(windowName) ?? randomKey()
    sessionStorage.setItem(windowName, known)
    return `${kind}:new-${known}`
  } catch {
    return `${kind}:new`
  }
}

/** This window's key for the text of a record. */
export const placeOf = (key: string) => `${key}#${thisWindow}`

/**
 * Stores an unsaved text on this device. False if the browser has no room or no storage for it. While the page is being
 * closed it is also stored synchronously.
 */
export async function storeUnsaved(key: string, unsaved: UnsavedText, isLeaving = false): Promise<boolean> {
  const place = placeOf(key)
  const text = JSON.stringify(unsaved)
  const isStoredLocally = (isLeaving || !hasStore()) && storeLocalText(place, text)
  const store = await openStore()
  if (!store) return isStoredLocally || storeLocalText(place, text)
  try {
    const writing = writeTexts(store)
    await Promise.all([writing.store.put(unsaved, place), writing.done])
    deleteLocalText(place, text)
    return true
  } catch {
    return isStoredLocally || storeLocalText(place, text)
  }
}

export async function deleteUnsaved(...places: string[]): Promise<void> {
  for (const place of places) deleteLocalText(place)
  try {
    const store = await openStore()
    if (!store) return
    const writing = writeTexts(store)
    await Promise.all([...places.map((place) => writing.store.delete(place)), writing.done])
  } catch {
    return
  }
}

/** Deletes the texts of a deleted record. */
export async function deleteAllUnsaved(key: string): Promise<void> {
  await deleteUnsaved(...(await findUnsaved(`${key}#`)).map(({ place }) => place))
}

/** The newest text of a record, of any window. */
export async function readUnsaved(key: string): Promise<RestorableText | undefined> {
  return (await findUnsaved(`${key}#`))[0]
}

/** All texts whose key begins with `kind:`, newest first. */
export async function listUnsaved(kind: string): Promise<{ key: string; unsaved: RestorableText }[]> {
  return (await findUnsaved(`${kind}:`)).map((unsaved) => ({
    key: unsaved.place.slice(0, unsaved.place.lastIndexOf('#')),
    unsaved,
  }))
}

const hasStore = () => typeof indexedDB !== 'undefined'

const openStore = async () => (hasStore() ? openTextStore() : undefined)

/** The texts whose key begins with `start`, newest first. */
async function findUnsaved(start: string): Promise<RestorableText[]> {
  const stored = new Map<string, unknown>()
  try {
    const store = await openStore()
    if (store) {
      await migrateLocalTexts(store)
      const reading = store.transaction('texts').store
      const range = IDBKeyRange.bound(start, `${start}\uFFFF`)
      const [places, texts] = await Promise.all([reading.getAllKeys(range), reading.getAll(range)])
      for (const [at, place] of places.entries()) stored.set(place, texts[at])
    }
  } catch {
    // The synchronous copy exists nevertheless.
  }
  for (const { place, text } of listLocalTexts()) if (place.startsWith(start)) stored.set(place, parseJson(text))
  return [...stored]
    .flatMap(([place, text]) => (isUnsaved(text) ? [{ ...text, place }] : []))
    .toSorted((one, other) => other.keptAt.localeCompare(one.keptAt))
}

/** Moves synchronous copies, and texts stored by earlier releases, into the database. */
async function migrateLocalTexts(store: TextStore): Promise<void> {
  for (const { place, text } of listLocalTexts()) {
    const noted = parseJson(text)
    const writing = writeTexts(store)
    const known = await writing.store.get(place)
    const isNews = isUnsaved(noted) && !(isUnsaved(known) && known.keptAt >= noted.keptAt)
    if (isNews) await writing.store.put(noted, place)
    await writing.done
    deleteLocalText(place, text)
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

/** Stored by any release, so its type is unknown. */
interface Schema extends DBSchema {
  texts: { key: string; value: unknown }
}

type TextStore = IDBPDatabase<Schema>

/** Milliseconds: in some browsers opening never resolves. */
const openingTime = 3000

let opening: Promise<TextStore | undefined> | undefined

/** The IndexedDB database of unsaved texts; undefined if it is not available. */
export function openTextStore(): Promise<TextStore | undefined> {
  opening ??= open().catch(() => undefined)
  return opening
}

const open = async () =>
  withTimeout(
    openingTime,
    openDB<Schema>('industria-texts', 1, {
      upgrade: (store) => void store.createObjectStore('texts'),
      // Another connection needs a newer version, or the browser has cleared its storage.
      blocking: () => void closeTextStore(),
      terminated: () => void closeTextStore(),
    }),
  )

/** It is reopened on the next use. */
export async function closeTextStore(): Promise<void> {
  const closing = opening
  opening = undefined
  const store = await closing
  store?.close()
}

/** Resolves when the text is on the disk, if the browser supports that. */
const writeTexts = (store: TextStore) => store.transaction('texts', 'readwrite', { durability: 'strict' })

/**
 * Unsaved texts in `localStorage`, which is synchronous: for the last changes before the page is closed, and for all
 * changes without IndexedDB.
 */
const prefix = 'industria-draft:'

const storeLocalText = (place: string, text: string): boolean => storeOnDevice(prefix + place, text)

/** With `text`, only if it is unchanged. */
function deleteLocalText(place: string, text?: string): void {
  try {
    for (const name of [place, nameOfBefore(place)]) {
      const noted = localStorage.getItem(prefix + name)
      if (noted !== null && (text ?? noted) === noted) localStorage.removeItem(prefix + name)
    }
  } catch {
    return
  }
}

function listLocalTexts(): { place: string; text: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ place: itemName(name.slice(prefix.length)), text: localStorage.getItem(name) ?? '' }))
  } catch {
    return []
  }
}

/** Earlier releases had one key for each record, shared by all windows. */
const itemName = (name: string) => (name.includes('#') ? name : `${name}#`)

const nameOfBefore = (place: string) => place.replace(/#$/, '')
