import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { closeTextStore, openTextStore } from './unsaved-text'
import {
  deleteAllUnsaved,
  deleteUnsaved,
  storeUnsaved,
  listUnsaved,
  placeOf,
  readUnsaved,
  type UnsavedText,
} from './unsaved-text'

const unsaved: UnsavedText = {
  title: 'A',
  changed: { title: 'B' },
  base: { title: 'A' },
  version: 2,
  keptAt: '2026-01-02T00:00:00.000Z',
}
const later = { ...unsaved, changed: { title: 'C' }, keptAt: '2026-01-03T00:00:00.000Z' }
const note = (place: string, text: unknown) => localStorage.setItem(`industria-draft:${place}`, JSON.stringify(text))
const provide = (factory: IDBFactory | undefined) =>
  Object.defineProperty(globalThis, 'indexedDB', { value: factory, configurable: true, writable: true })
/** Stores a text as another window would. */
const keepElsewhere = async (place: string, text: unknown) => {
  const store = await openTextStore()
  await store!.put('texts', text, place)
}
const storedPlaces = async () => (await openTextStore())!.getAllKeys('texts')

beforeEach(() => localStorage.clear())
afterEach(closeTextStore)
// Other tests run without it.
afterAll(() => Reflect.deleteProperty(globalThis, 'indexedDB'))

for (const [where, factory] of [
  ['in the database', () => new IDBFactory()],
  ['without a database', () => undefined],
] as const)
  describe(`unsaved texts ${where}`, () => {
    beforeEach(() => provide(factory()))

    test('are stored per record, listed per kind with the newest first, and deleted', async () => {
      expect(await storeUnsaved('post:1', unsaved)).toBe(true)
      await storeUnsaved('post:new', later)
      await storeUnsaved('project:1', unsaved)
      expect(await readUnsaved('post:1')).toEqual({ ...unsaved, place: placeOf('post:1') })
      expect(await readUnsaved('post:11')).toBeUndefined()
      const listed = async () => (await listUnsaved('post')).map(({ key }) => key)
      expect(await listed()).toEqual(['post:new', 'post:1'])
      await deleteUnsaved(placeOf('post:new'))
      expect(await listed()).toEqual(['post:1'])
    })

    test('of two windows with one record are listed separately, the newest first', async () => {
      await storeUnsaved('post:1', later)
      note('post:1#another', unsaved)
      expect((await listUnsaved('post')).map(({ unsaved: { changed } }) => changed)).toEqual([
        { title: 'C' },
        { title: 'B' },
      ])
      await deleteUnsaved(placeOf('post:1'))
      expect(await readUnsaved('post:1')).toMatchObject({ changed: { title: 'B' }, place: 'post:1#another' })
      await deleteAllUnsaved('post:1')
      expect(await readUnsaved('post:1')).toBeUndefined()
    })

    test('stored by an earlier release are found, and deleted for good', async () => {
      note('post:1', unsaved)
      const found = await readUnsaved('post:1')
      expect(found).toMatchObject(unsaved)
      await deleteUnsaved(found!.place)
      expect(await listUnsaved('post')).toEqual([])
      expect(localStorage).toHaveLength(0)
    })

    test('of the last moment are there on the next visit', async () => {
      await storeUnsaved('post:1', unsaved)
      // The page is closed before IndexedDB has answered.
      void storeUnsaved('post:1', later, true)
      expect(Object.values({ ...localStorage }).join()).toContain('"C"')
      await closeTextStore()
      expect(await readUnsaved('post:1')).toMatchObject(later)
    })

    test('are skipped when they are invalid', async () => {
      for (const junk of ['', null, { changed: 1 }, { ...unsaved, keptAt: 'soon' }]) {
        note('post:1', junk)
        expect(await readUnsaved('post:1')).toBeUndefined()
      }
      localStorage.setItem('industria-draft:post:1', '{')
      expect(await readUnsaved('post:1')).toBeUndefined()
    })
  })

describe('with IndexedDB', () => {
  beforeEach(() => provide(new IDBFactory()))

  test('nothing is left in localStorage once it is stored', async () => {
    note('post:1', unsaved)
    await storeUnsaved('post:2', unsaved, true)
    await readUnsaved('post:1')
    expect(localStorage).toHaveLength(0)
    expect(await storedPlaces()).toEqual(['post:1#', placeOf('post:2')])
    // Migrated once: a text deleted afterwards does not come back.
    await deleteUnsaved('post:1#')
    expect(await readUnsaved('post:1')).toBeUndefined()
  })

  test('an older localStorage entry does not replace what is stored', async () => {
    await keepElsewhere('post:1#another', later)
    note('post:1#another', unsaved)
    expect(await readUnsaved('post:1')).toMatchObject(later)
    expect(localStorage).toHaveLength(0)
  })

  test('an invalid entry read from it is skipped as well', async () => {
    await keepElsewhere('post:1#another', { ...unsaved, changed: 1 })
    expect(await readUnsaved('post:1')).toBeUndefined()
  })

  test('texts go to localStorage where it cannot be opened', async () => {
    const broken = new IDBFactory()
    broken.open = () => {
      throw new DOMException('not here', 'SecurityError')
    }
    provide(broken)
    expect(await storeUnsaved('post:1', unsaved)).toBe(true)
    expect(await readUnsaved('post:1')).toMatchObject(unsaved)
    await deleteUnsaved(placeOf('post:1'))
    expect(await readUnsaved('post:1')).toBeUndefined()
  })
})

test('a browser without space reports it', async () => {
  provide(undefined)
  const room = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true })
  expect(await storeUnsaved('post:1', unsaved)).toBe(false)
  if (room) Object.defineProperty(globalThis, 'localStorage', room)
  expect(await storeUnsaved('post:1', unsaved)).toBe(true)
})
