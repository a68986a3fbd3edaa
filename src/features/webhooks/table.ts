import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Delivery, WebhookEvent } from './contract'

/** `formerSecret`, one or several separated by spaces, signs in addition until `formerUntil`. */
export const webhooks = pgTable('webhooks', {
  id: serial().primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  enabled: boolean().notNull().default(true),
  secret: text().notNull(),
  formerSecret: text(),
  formerUntil: moment(),
  createdAt: moment().notNull().default(now),
})

/**
 * The deliveries, one row for each webhook and event. `messageId` and `body` are the same for every attempt.
 * `attemptsBefore`: the attempts before a manual redelivery, which do not count towards its retries. `isAsked`:
 * requested manually, and therefore sent even if the webhook is disabled. `leasedUntil`: when its sender's lease ends.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: serial().primaryKey(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text().$type<WebhookEvent>().notNull(),
    messageId: text()
      .notNull()
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    body: text().notNull(),
    state: text().$type<Delivery['state']>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    attemptsBefore: integer().notNull().default(0),
    isAsked: boolean().notNull().default(false),
    status: integer(),
    lastError: text(),
    createdAt: moment().notNull().default(now),
    nextAttemptAt: moment().default(now),
    leasedUntil: moment(),
    sentAt: moment(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.state, table.nextAttemptAt),
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
  ],
)
