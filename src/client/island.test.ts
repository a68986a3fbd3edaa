import { expect, test } from 'bun:test'
import { createQueryClient } from './query-client'
import { collectQueries, type QueryIsland, restoreQueries } from './island'

const row = { id: 1, title: 'One', excerpt: 'Long', translations: { es: { title: 'Uno', excerpt: 'Largo' } } }

test('fields that a page does not show are not sent, in any language', async () => {
  const client = createQueryClient(async () => Response.json([row]))
  await client.prefetchQuery({ queryKey: ['/api/rows'], meta: { unshown: ['excerpt'] } })
  await client.prefetchQuery({ queryKey: ['/api/others'] })
  const single = createQueryClient(async () => Response.json(row))
  await single.prefetchQuery({ queryKey: ['/api/row'], meta: { unshown: ['id', 'excerpt'] } })
  expect(collectQueries(single)).toEqual([[['/api/row'], { title: 'One', translations: { es: { title: 'Uno' } } }]])
  single.clear()
  expect(collectQueries(client)).toEqual([
    [['/api/rows'], [{ id: 1, title: 'One', translations: { es: { title: 'Uno' } } }]],
    [['/api/others'], [row]],
  ])
  client.clear()
})

test('nor are those of rows in a record', async () => {
  const parts = [{ label: 'A', note: 'long' }, { label: 'B' }]
  const client = createQueryClient(async () => Response.json([{ parts, translations: { es: { parts } } }]))
  await client.prefetchQuery({ queryKey: ['/api/rows'], meta: { unshown: ['note'] } })
  const short = [{ label: 'A' }, { label: 'B' }]
  expect(collectQueries(client)).toEqual([[['/api/rows'], [{ parts: short, translations: { es: { parts: short } } }]]])
  client.clear()
})

test('the JSON text of a page arrives unchanged, without its indentation', async () => {
  const page = { page: 'home', content: '{\n  "a": "<p>\\"b\\"</p>"\n}', version: 1 }
  const server = createQueryClient(async () => Response.json(page))
  await server.prefetchQuery({ queryKey: ['/api/page-contents', 'home'] })
  const browser = createQueryClient(async () => Response.error())
  restoreQueries(browser, JSON.parse(JSON.stringify(collectQueries(server))) as QueryIsland)
  expect(browser.getQueryData<typeof page>(['/api/page-contents', 'home'])).toEqual({
    ...page,
    content: '{"a":"<p>\\"b\\"</p>"}',
  })
  server.clear()
  browser.clear()
})
