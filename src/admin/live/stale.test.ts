import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'bun:test'
import { createStaleness } from './use-live'

test('a change of another window in the library is loaded without losing the scroll position', async () => {
  const client = new QueryClient()
  const asked: string[] = []
  const watch = async (name: string, items: number) => {
    const queryKey = ['/api/media', { q: name }]
    const observer = new QueryObserver(client, {
      queryKey,
      staleTime: Infinity,
      queryFn: () => {
        asked.push(name)
        return { items: Array.from({ length: items }, (_, id) => ({ id })), next: null }
      },
    })
    const end = observer.subscribe(() => {})
    await client.refetchQueries({ queryKey })
    return end
  }
  const ends = [await watch('short', 50), await watch('long', 51)]
  asked.length = 0
  const staleness = createStaleness(client)
  staleness.changed({ kind: 'post', action: 'updated', id: 1 })
  await Bun.sleep(5)
  expect(asked).toEqual([])
  staleness.stop()
  const another = createStaleness(client)
  another.changed({ kind: 'media', action: 'created', id: 60 })
  await Bun.sleep(20)
  expect(asked).toEqual(['short'])
  // An unused query is only marked as stale, and read when it is used again.
  expect(client.getQueryState(['/api/media', { q: 'long' }])?.isInvalidated).toBe(true)
  another.stop()
  for (const end of ends) end()
  client.clear()
})

test('a deleted file is not fetched by the window that deletes it', async () => {
  const client = new QueryClient()
  const asked: unknown[] = []
  const watch = async (what: unknown) => {
    const queryKey = ['/api/media', what]
    const queryFn = () => asked.push(what)
    const end = new QueryObserver(client, { queryKey, staleTime: Infinity, queryFn }).subscribe(() => {})
    await client.refetchQueries({ queryKey })
    return end
  }
  const leave = await watch(7)
  const end = await watch({ q: '' })
  asked.length = 0
  const staleness = createStaleness(client)
  staleness.changed({ kind: 'media', action: 'deleted', id: 7 })
  await Bun.sleep(20)
  leave()
  client.removeQueries({ queryKey: ['/api/media', 7] })
  while (asked.length === 0) await Bun.sleep(20)
  expect(asked).toEqual([{ q: '' }])
  staleness.stop()
  end()
  client.clear()
})

describe('an item that changes elsewhere', () => {
  type Item = { id: number; version: number; usedIn: string[] }
  const itemsTo = (most: number): Item[] => Array.from({ length: most }, (_, id) => ({ id, version: 1, usedIn: [] }))

  async function watchLibrary(now: Item) {
    const client = new QueryClient()
    const asked: unknown[] = []
    const lists = { whole: itemsTo(80), found: itemsTo(20) }
    const watch = async (queryKey: unknown[], answer: () => unknown) => {
      const queryFn = () => {
        asked.push(queryKey[1])
        return answer()
      }
      const end = new QueryObserver(client, { queryKey, staleTime: Infinity, queryFn }).subscribe(() => {})
      await client.refetchQueries({ queryKey })
      return end
    }
    const ends = [
      await watch(['/api/media', {}], () => ({ items: lists.whole, next: null })),
      await watch(['/api/media', { q: 'one' }], () => ({ items: lists.found, next: null })),
      await watch(['/api/media', 7], () => ({ ...now })),
    ]
    asked.length = 0
    const staleness = createStaleness(client)
    const inList = (wanted: object) =>
      client.getQueryData<{ items: Item[] }>(['/api/media', wanted])?.items.find(({ id }) => id === 7)
    return {
      client,
      staleness,
      asked,
      inList,
      close() {
        staleness.stop()
        for (const end of ends) end()
        client.clear()
      },
    }
  }
  const change = { kind: 'media', action: 'updated', id: 7 } as const

  test('in its uses is fetched alone, and updated in lists of any length', async () => {
    const seen: Item = { id: 7, version: 1, usedIn: [] }
    const { client, staleness, asked, inList, close } = await watchLibrary(seen)
    seen.usedIn = ['a post']
    staleness.changed(change)
    await waitUntil(() => inList({})?.usedIn.length === 1)
    expect(inList({ q: 'one' })?.usedIn).toEqual(['a post'])
    expect(asked).toEqual([7])
    expect(client.getQueryState(['/api/media', {}])?.isInvalidated).toBe(false)
    close()
  })

  test('in itself is reloaded where a search or filters find it', async () => {
    const seen: Item = { id: 7, version: 1, usedIn: [] }
    const { staleness, asked, inList, close } = await watchLibrary(seen)
    seen.version = 2
    staleness.changed(change)
    await waitUntil(() => asked.length === 2)
    expect([inList({})?.version, asked]).toEqual([2, [7, { q: 'one' }]])
    close()
  })

  test('is reloaded only when it is looked at', async () => {
    const seen: Item = { id: 7, version: 1, usedIn: [] }
    const { staleness, asked, inList, close } = await watchLibrary(seen)
    seen.usedIn = ['a post']
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    hide(true)
    staleness.changed(change)
    await Bun.sleep(700)
    expect(asked).toEqual([])
    hide(false)
    await waitUntil(() => inList({})?.usedIn.length === 1)
    Reflect.deleteProperty(document, 'hidden')
    close()
  })

  test('among many is reloaded with the lists', async () => {
    const { staleness, asked, close } = await watchLibrary({ id: 7, version: 1, usedIn: [] })
    for (let id = 0; id < 20; id++) staleness.changed({ ...change, id })
    await waitUntil(() => asked.length >= 2)
    expect(asked.filter((what) => typeof what === 'object')).toEqual([{ q: 'one' }])
    close()
  })
})

async function waitUntil(isSo: () => boolean) {
  for (let tries = 0; !isSo(); tries++) {
    if (tries === 200) throw new Error('It never came to be so')
    await Bun.sleep(20)
  }
}
