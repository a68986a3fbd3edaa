import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * The assets of the builds that serve this site, or did so recently: each process serves those of all. `encoding` is
 * the content encoding of `body`, null if it is not compressed.
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
    /** When a process of a build with this asset last confirmed that it is used. */
    usedAt: moment().notNull().default(now),
  },
  (table) => [index('assets_used_at').on(table.usedAt)],
)
