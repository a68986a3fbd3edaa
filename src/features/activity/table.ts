import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { ActivityAction } from '#platform/events/events'
import type { ActivityKind } from './contract'

/** An audit log: who did what, when, and from where. Rows are only added, and deleted by age. */
export const activity = pgTable(
  'activity',
  {
    id: serial().primaryKey(),
    at: moment().notNull().default(now),
    userId: integer(),
    username: text(),
    action: text().$type<ActivityAction>().notNull(),
    kind: text().$type<ActivityKind>().notNull(),
    recordId: text(),
    title: text().notNull().default(''),
    address: text().notNull().default(''),
    device: text().notNull().default(''),
  },
  (table) => [
    index('activity_at').on(table.at),
    index('activity_username').on(table.username, table.id),
    index('activity_action').on(table.action, table.id),
    index('activity_record_id').on(table.recordId, table.id),
    index('activity_kind').on(table.kind, table.id),
  ],
)
