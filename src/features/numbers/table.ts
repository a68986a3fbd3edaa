import { bit, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CountedList } from './contract'
import { slotCount } from '#platform/visits/visitor-slot'

const key = {
  /** Empty for the whole site. */
  path: text().notNull(),
  list: text().$type<CountedList>().notNull(),
  day: date({ mode: 'string' }).notNull(),
  /** Empty for the summed-up rest. */
  key: text().notNull(),
}

/** How often pages were seen, and by how many, each day (UTC): of the site and of each of its pages. */
export const numbers = pgTable(
  'numbers',
  { ...key, views: integer().notNull(), visitors: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.path, table.list, table.day, table.key] }),
    index('numbers_day').on(table.day),
  ],
)

/**
 * Of the day that it is, to which places its visitors have come (`visitor-place.ts`), so that nobody counts twice in
 * it, whichever process they ask. Each place is that of thousands, and the key that leads there is thrown away with the day.
 * `few` names them while they are few; afterwards it is null, and they are the ones in `places`.
 */
export const numbersVisitors = pgTable(
  'numbers_seen',
  { ...key, few: integer().array(), places: bit({ dimensions: slotCount }).notNull() },
  (table) => [primaryKey({ columns: [table.day, table.path, table.list, table.key] })],
)

/** The random key of a day, with which all processes hash visitors to places. Deleted after midnight (UTC). */
export const numbersKeys = pgTable('numbers_keys', {
  day: date({ mode: 'string' }).primaryKey(),
  key: text().notNull(),
})

/** The batches of counts that each process has stored today, so that none is stored twice. */
export const numbersWriters = pgTable('numbers_writers', {
  process: text().primaryKey(),
  batch: integer().notNull(),
  day: date({ mode: 'string' }).notNull(),
})
