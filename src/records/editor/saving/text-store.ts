import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { withTimeout } from './failure'

/** Stored by any release, so its type is unknown. */
interface Schema extends DBSchema {
  texts: { key: string; value: unknown }
}
export type TextStore = IDBPDatabase<Schema>

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
export const writeTexts = (store: TextStore) => store.transaction('texts', 'readwrite', { durability: 'strict' })
