import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns'
import type { LinkState } from './contract'

/** A link and the field in which it stands. */
export type FoundLink = { url: string; field: string }

/** The links of every record, as of its version: none of what no visitor is to read. */
export const recordLinks = pgTable(
  'record_links',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    links: jsonb().$type<FoundLink[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] })],
)

/** What was found at addresses of other sites. `isDue`: the check that is under way has yet to ask. */
export const linkAnswers = pgTable('link_answers', {
  url: text().primaryKey(),
  state: text().$type<LinkState>().notNull().default('unsure'),
  status: integer(),
  checkedAt: moment(),
  isDue: boolean().notNull().default(false),
})

/**
 * The one row of the check of addresses of other sites. The process that holds the lease asks them; when it ends before
 * it is done, another one takes over once the lease is over.
 */
export const linkChecks = pgTable('link_checks', {
  id: integer().primaryKey(),
  checkedAt: moment(),
  isRunning: boolean().notNull(),
  holder: text(),
  leaseUntil: moment().notNull(),
})
