import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

/** The windows in which records are open. A window without recent heartbeats counts as closed. */
export const openWindows = pgTable(
  'open_windows',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    recordId: text().notNull(),
    userId: integer().notNull(),
    username: text().notNull(),
    since: moment().notNull().default(now),
    expiresAt: moment().notNull(),
  },
  (table) => [index('open_windows_record').on(table.kind, table.recordId)],
)
