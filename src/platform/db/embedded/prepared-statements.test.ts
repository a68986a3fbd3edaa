import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { withPreparedStatements } from './statements'

let plain: PGlite
let pglite: PGlite
beforeAll(async () => {
  plain = await PGlite.create()
})
beforeEach(async () => {
  pglite = withPreparedStatements(plain)
  await plain.exec('deallocate all; drop table if exists notes; create table notes (id int, text text, at timestamptz)')
})
afterAll(() => plain.close())

const insert = 'insert into notes values ($1, $2, $3)'
const callsOf = async (work: () => Promise<unknown>) => {
  const calls = spyOn(plain, 'execProtocolStream')
  await work()
  const { length } = calls.mock.calls
  calls.mockRestore()
  return length
}
const preparedNow = async () =>
  (await plain.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')).rows[0]?.count

test('results equal those of PGlite, whatever the types and the row mode', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  expect((await pglite.query(insert, [1, 'one', at])).affectedRows).toBe(1)
  await pglite.query(insert, [2, null, at])
  const parsers = { 1184: (text: string) => `at ${text.slice(0, 4)}` }
  for (const options of [undefined, { rowMode: 'array' as const }, { parsers }])
    for (const [text, params] of [
      ['select *, $1::jsonb as json, $2::text[] as list from notes order by id', [{ a: 1 }, ['x', 'y"z']]],
      ['update notes set text = $1 where id = $2 returning text', ['two', 2]],
      ['delete from notes where id = $1', [3]],
      ['savepoint none', []],
    ] as const) {
      const run = (db: PGlite) =>
        db.transaction((tx) => tx.query(text, [...params], options)).catch((error: unknown) => String(error))
      expect(await run(pglite)).toEqual(await run(plain))
      expect(await run(pglite)).toEqual(await run(plain))
    }
})

test('a prepared statement is one call', async () => {
  expect(await callsOf(() => pglite.query(insert, [1, 'one', null]))).toBe(2)
  expect(await callsOf(() => pglite.query(insert, [2, 'two', null]))).toBe(1)
  expect(await preparedNow()).toBe(1)
})

test('a failed statement reports its error code, and the next one works', async () => {
  await expect(pglite.query('select no_such_column from notes')).rejects.toMatchObject({ code: '42703' })
  await expect(pglite.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
  expect((await pglite.query('select 1 / $1::int as one', [1])).rows).toEqual([{ one: 1 }])
})

test('after a schema change queries use the new schema', async () => {
  const all = 'select * from notes'
  await pglite.query(insert, [1, 'one', null])
  expect((await pglite.query(all)).fields).toHaveLength(3)
  await pglite.query('alter table notes drop column at')
  expect((await pglite.query(all)).rows).toEqual([{ id: 1, text: 'one' }])
})

test('the number of prepared statements is limited, and an evicted one works again', async () => {
  const nth = (number: number) => pglite.query<{ nth: number }>(`select ${number} + $1::int as nth`, [1])
  for (let number = 0; number < 300; number++) await nth(number)
  expect(await preparedNow()).toBeWithin(150, 210)
  expect((await nth(0)).rows).toEqual([{ nth: 1 }])
})

test('a query outside a transaction is not part of it and waits for its end', async () => {
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const failing = pglite.transaction(async (tx) => {
    begun.resolve()
    await Bun.sleep(20)
    order.push('transaction')
    await tx.rollback()
  })
  await begun.promise
  await pglite.query(insert, [1, 'beside', null])
  order.push('query')
  await failing
  expect(order).toEqual(['transaction', 'query'])
  expect((await pglite.query('select text from notes')).rows).toEqual([{ text: 'beside' }])
})

test('a query that uses a transaction after its end is refused', async () => {
  const late = Promise.withResolvers<() => Promise<unknown>>()
  await pglite.transaction(async (tx) => late.resolve(() => tx.query(insert, [1, 'late', null])))
  const write = await late.promise
  await expect(write()).rejects.toThrow('Transaction is closed')
  expect((await pglite.query('select * from notes')).rows).toEqual([])
})
