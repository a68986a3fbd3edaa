import { expect, test } from 'bun:test'
import { createQueryClient } from './client'
import { collectQueries } from './island'

const row = { id: 1, title: 'One', excerpt: 'Long', translations: { es: { title: 'Uno', excerpt: 'Largo' } } }

test('what a page does not show of its rows stays behind, in every language', async () => {
  const client = createQueryClient(async () => Response.json([row]))
  await client.prefetchQuery({ queryKey: ['/api/rows'], meta: { unshown: ['excerpt'] } })
  await client.prefetchQuery({ queryKey: ['/api/others'] })
  expect(collectQueries(client)).toEqual([
    [['/api/rows'], [{ id: 1, title: 'One', translations: { es: { title: 'Uno' } } }]],
    [['/api/others'], [row]],
  ])
  client.clear()
})
