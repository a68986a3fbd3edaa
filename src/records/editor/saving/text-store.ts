import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { answerWithin } from './failure'

/** What is read from it may be anything. */
interface Schema extends DBSchema {
  texts: { key: string; value: unknown }
}
export type TextStore = IDBPDatabase<Schema>

/** Milliseconds: some browsers leave it at a promise. */
const openingTime = 3000

let opening: Promise<TextStore | undefined> | undefined

/** The browser's own database of texts, by the place of each; undefined where it has none to give. */
export function openTextStore(): Promise<TextStore | undefined> {
  opening ??= open().catch(() => undefined)
  return opening
}

const open = async () =>
  answerWithin(
    openingTime,
    openDB<Schema>('industria-texts', 1, {
      upgrade: (store) => void store.createObjectStore('texts'),
      // Another one is needed now: one of the next release, or the browser has cleared its storage.
      blocking: () => void closeTextStore(),
      terminated: () => void closeTextStore(),
    }),
  )

/** Whoever needs it next opens it anew. */
export async function closeTextStore(): Promise<void> {
  const closing = opening
  opening = undefined
  const store = await closing
  store?.close()
}

/** What is written is on the disk when it is done, where the browser offers that. */
export const writeTexts = (store: TextStore) => store.transaction('texts', 'readwrite', { durability: 'strict' })
