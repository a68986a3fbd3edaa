import { bit, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CountedList } from './contract'
import { slotCount } from '#platform/visits/visit-counter'

const key = {
  /** Empty for the whole site. */
  path: text().notNull(),
  list: text().$type<CountedList>().notNull(),
  day: date({ mode: 'string' }).notNull(),
  /** Empty for the summed-up rest. */
  key: text().notNull(),
}

/** Page views and visitors per day (UTC), of the site and of each of its pages. */
export const visitCounts = pgTable(
  'numbers',
  { ...key, views: integer().notNull(), visitors: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.path, table.list, table.day, table.key] }),
    index('numbers_day').on(table.day),
  ],
)

/**
 * The slots taken by today's visitors (`visit-counter.ts`), so that nobody is counted twice in any process. Each slot is
 * shared by thousands of possible visitors, and the key that maps to it is deleted with the day. `few` lists them while
 * they are few; then it is null, and `places` is the bitmap.
 */
export const seenVisitors = pgTable(
  'numbers_seen',
  { ...key, few: integer().array(), places: bit({ dimensions: slotCount }).notNull() },
  (table) => [primaryKey({ columns: [table.day, table.path, table.list, table.key] })],
)

/** The random key of a day, with which all processes hash visitors to slots. Deleted after midnight (UTC). */
export const visitKeys = pgTable('numbers_keys', {
  day: date({ mode: 'string' }).primaryKey(),
  key: text().notNull(),
})

/** The batches of counts that each process has stored today, so that none is stored twice. */
export const visitWriters = pgTable('numbers_writers', {
  process: text().primaryKey(),
  batch: integer().notNull(),
  day: date({ mode: 'string' }).notNull(),
})
