import { sql, and, type SQL, type SQLWrapper, type Column, gte } from 'drizzle-orm'
import type { Database } from './database'
import type { PgSelect, PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { folded } from '#text/fold'
import { emailForms } from '#text/email-forms'
import { today } from '@internationalized/date'
import { countedDays, type DayCounts } from '#contract/day-counts'
import type { Config } from '#platform/config'
import { withLowPriority } from '#platform/request-deadline'

/** Milliseconds that the counts may wait for the database. */
const timeout = 5000

type Counted = { table: PgTable; at: PgColumn; where?: SQL }

/**
 * Counts rows by the day of a moment, in the time zone of the site, or in UTC. The limits of the days are computed here,
 * because a database may not know every name of a time zone.
 */
export async function countByDay(
  db: Database,
  { timeZone = 'UTC' }: Pick<Config, 'timeZone'>,
  { table, at, where }: Counted,
): Promise<DayCounts> {
  const first = today(timeZone).subtract({ days: 2 * countedDays - 1 })
  const days = Array.from({ length: 2 * countedDays }, (_, index) => first.add({ days: index }))
  const begins = days.map((day) => day.toDate(timeZone).toISOString())
  const place = sql<number>`width_bucket(${at}, ${`{${begins.join()}}`}::timestamptz[])`
  const rows = await withLowPriority(timeout, () =>
    db
      .select({ place, count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(gte(at, begins[0]), where))
      .groupBy(sql`1`),
  )
  const counts = new Map(rows.map((row) => [row.place - 1, row.count]))
  const all = days.map((day, index) => ({ date: day.toString(), count: counts.get(index) ?? 0 }))
  const [before, series] = [all.slice(0, countedDays), all.slice(countedDays)]
  return { total: sum(series), previous: sum(before), series, before }
}

const sum = (days: DayCounts['series']) => days.reduce((total, { count }) => total + count, 0)

// A database folds letters beyond ASCII according to its locale, so such texts are only candidates.

/** SQL: rows whose address may equal `key`; `emailKey` decides. */
export const mayBeEmail = (address: Column | SQL, key: string): SQL =>
  sql`(${foldedHolds(address, key)} or ${isBeyondAscii(address)})`

/** SQL: rows whose text may contain the address `key`; `containsEmail` decides. */
export const mayContainEmail = (text: Column | SQL, key: string): SQL =>
  emailForms(key).length === 1 && /^[\x20-\x7e]*$/.test(key)
    ? foldedHolds(text, key)
    : sql`(${foldedHolds(text, key)} or ${isBeyondAscii(text)})`

const foldedHolds = (text: Column | SQL, key: string) => sql`position(${key} in lower(${text} collate "C")) > 0`
const isBeyondAscii = (text: Column | SQL) => sql`octet_length(${text}) <> char_length(${text})`

/** SQL: whether each word of `q` occurs in one of the texts, ignoring case and accents; undefined without a word. */
export function containsWords(texts: readonly SQLWrapper[], q: string): SQL | undefined {
  const words = searchWords(q)
  if (words.length === 0) return undefined
  const all = sql.join(
    texts.map((text) => sql`${text}`),
    sql` || ' ' || `,
  )
  // `folded` in SQL.
  const text = sql`fold_text(${all})`
  return and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))
}

/** The words of a query, without case and accents. */
export const searchWords = (q: string): string[] => folded(q.replaceAll('\0', ' ')).split(/\s+/).filter(Boolean)

/**
 * A transaction with sequential scans disabled: the planner underestimates them, because it does not count the cost of
 * decompressing (TOAST) each row. A scan that is needed nevertheless counts as so expensive that a server with JIT would
 * compile the query, which takes half a second.
 */
export const byIndexes = <Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`)
    return work(tx)
  })

/**
 * The ids that a query selects, in its order; aggregated into one row, because reading a hundred thousand rows is slow.
 */
export async function allIds(db: Database, query: PgSelect): Promise<number[]> {
  const [row] = await db.select({ ids: sql<string | null>`string_agg(id::text, ',')` }).from(query.as('listed'))
  return row?.ids?.split(',').map(Number) ?? []
}
