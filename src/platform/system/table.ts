import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

/** The processes that serve the site, with their last heartbeats. */
export const processes = pgTable('processes', {
  id: text().primaryKey(),
  seenAt: moment().notNull().default(now),
})

/** The last answer of UPDATE_URL, and when it was requested: one row at most. `source` is the hash of the URL. */
export const newestRelease = pgTable(
  'newest_release',
  {
    id: integer().primaryKey().default(1),
    source: text().notNull(),
    askedAt: moment().notNull().default(now),
    version: text(),
    url: text(),
  },
  (table) => [check('newest_release_one_row', sql`${table.id} = 1`)],
)
