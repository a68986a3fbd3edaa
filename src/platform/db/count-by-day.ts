import { today } from '@internationalized/date'
import { and, gte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countedDays, type DayCounts } from '#contract/day-counts'
import type { Config } from '#platform/config'
import { withLowPriority } from '#platform/request-deadline'
import type { Database } from './database'

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
