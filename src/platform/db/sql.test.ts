import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testServices } from '#test/api'
import { byIndexes } from './sql'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
afterAll(() => t.close())

test('a query by indexes is not compiled by the database', async () => {
  const [row] = await byIndexes(t.services.db, (tx) =>
    tx.select({ jit: sql<string>`current_setting('jit')` }).from(sql`(select 1) as one`),
  )
  expect(row?.jit).toBe('off')
})
