import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'bun:test'
import { createStaleness } from './stale'

test('what another window does in the library is read, but nobody is sent back who has scrolled on', async () => {
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
  staleness.changed({ kind: 'post', action: 'updated' })
  await Bun.sleep(5)
  expect(asked).toEqual([])
  staleness.stop()
  const another = createStaleness(client)
  another.changed({ kind: 'media', action: 'created' })
  await Bun.sleep(20)
  expect(asked).toEqual(['short'])
  // It is read when somebody comes back to it.
  expect(client.getQueryState(['/api/media', { q: 'long' }])?.isInvalidated).toBe(true)
  another.stop()
  for (const end of ends) end()
  client.clear()
})

test('a file that is deleted is not asked for by the window that deletes it', async () => {
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
  staleness.changed({ kind: 'media', action: 'deleted' })
  await Bun.sleep(20)
  leave()
  client.removeQueries({ queryKey: ['/api/media', 7] })
  while (asked.length === 0) await Bun.sleep(20)
  expect(asked).toEqual([{ q: '' }])
  staleness.stop()
  end()
  client.clear()
})
