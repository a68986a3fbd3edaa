import { sql } from 'drizzle-orm'
import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { RedirectKind } from './contract'

/**
 * Redirects of paths. An automatic one belongs to the record that was at the path. One from a path to itself redirects
 * nowhere and is not listed: it remembers that the record, which is not public now, was public there.
 */
export const redirects = pgTable(
  'redirects',
  {
    id: serial().primaryKey(),
    from: text().notNull().unique(),
    to: text().notNull(),
    kind: text().$type<RedirectKind>().notNull(),
    recordKind: text(),
    recordId: text(),
    hits: integer().notNull().default(0),
    lastHitAt: moment(),
  },
  (table) => [
    index('redirects_record').on(table.recordKind, table.recordId),
    index('redirects_words')
      .using('gin', sql`find_words(${table.from} || ' ' || ${table.to})`)
      .with({ gin_pending_list_limit: 256 }),
  ],
)

/** The most frequent 404 paths. */
export const missingPaths = pgTable(
  'missing_paths',
  {
    path: text().primaryKey(),
    count: integer().notNull(),
    lastAt: moment().notNull().default(now),
  },
  (table) => [index('missing_paths_count').on(table.count.desc())],
)
