import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * What browsers load of the builds that serve this site, or did so lately: each process answers for all of them.
 * `encoding` is the form that `body` is in, null where that is the file itself.
 */
export const assets = pgTable(
  'assets',
  {
    path: text().primaryKey(),
    type: text().notNull(),
    etag: text().notNull(),
    modified: text().notNull(),
    encoding: text().$type<'br'>(),
    body: bytes().notNull(),
    /** When a process of a build that has it said so last. */
    usedAt: moment().notNull().default(now),
  },
  (table) => [index('assets_used_at').on(table.usedAt)],
)
