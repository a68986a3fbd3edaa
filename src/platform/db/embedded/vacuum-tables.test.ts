import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'bun:test'
import { vacuumTables } from './embedded'

test('tables that have grown are analyzed for the planner, once', async () => {
  const db = await PGlite.create()
  const query = (text: string) => db.query(text)
  const estimate = async () => {
    const { rows } = await db.query<{ rows: number }>(
      `select reltuples::int as rows from pg_class where relname = 'Odd name'`,
    )
    return rows[0]?.rows
  }
  await db.exec(`create table "Odd name" (id int); create table small (id int); insert into small values (1)`)
  await db.exec(`insert into "Odd name" select generate_series(1, 500)`)
  // Statistics are flushed at most once a second.
  await db.query('select pg_stat_force_next_flush()')
  expect(await estimate()).toBe(-1)
  expect(await vacuumTables(query)).toEqual(['public."Odd name"'])
  expect(await estimate()).toBe(500)
  expect(await vacuumTables(query)).toEqual([])
  await db.close()
})
