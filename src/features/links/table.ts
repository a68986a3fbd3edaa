import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns'
import type { LinkState } from './contract'

/** A link and the field that contains it. */
export type FoundLink = { url: string; field: string }

/** The links of every public record, as of its version. */
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

/** The last results for external links. `isDue`: not yet checked by the running check. */
export const linkAnswers = pgTable('link_answers', {
  url: text().primaryKey(),
  state: text().$type<LinkState>().notNull().default('unsure'),
  status: integer(),
  checkedAt: moment(),
  isDue: boolean().notNull().default(false),
})

/**
 * The state of the check of external links, one row. The process with the lease runs it; if it ends before it is done,
 * another process continues once the lease has expired.
 */
export const linkChecks = pgTable('link_checks', {
  id: integer().primaryKey(),
  checkedAt: moment(),
  isRunning: boolean().notNull(),
  holder: text(),
  leaseUntil: moment().notNull(),
})
