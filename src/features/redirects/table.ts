import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { RedirectKind } from './contract'

/**
 * Paths that lead elsewhere. An automatic one belongs to the record that visitors found there. One from a path to
 * itself leads nowhere and is in no list: it remembers that the record, which visitors do not see now, was live there.
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
  (table) => [index('redirects_record').on(table.recordKind, table.recordId)],
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
