import { expect, test } from 'bun:test'
import { createQueryClient } from './query-client'

const part = (response: Response) =>
  createQueryClient(() => Promise.resolve(response)).fetchQuery({
    queryKey: ['/api/blog', { limit: 2 }],
    meta: { counted: true },
  })

test('the total of a part of a list is that of the header, and without one the number of rows', async () => {
  const headers = { 'x-total-count': '7' }
  expect(await part(Response.json([1, 2], { headers }))).toEqual({ rows: [1, 2], total: 7 })
  expect(await part(Response.json([1, 2]))).toEqual({ rows: [1, 2], total: 2 })
  expect(await part(Response.json({ rows: 1 }))).toEqual({ rows: { rows: 1 }, total: 0 })
})
