import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

/** The content of a mail. `headers` are additional ones (`In-Reply-To`, `List-Unsubscribe`). */
export type MailContent = {
  subject: string
  text: string
  html: string
  replyTo?: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Queued mails, one row per recipient. `leasedUntil`: a process is sending it. `trySince`: a mail that cannot be sent for
 * a day after this has failed. `about` names the record that it reports (`message:7`).
 */
export const outbox = pgTable(
  'outbox',
  {
    id: serial().primaryKey(),
    kind: text().notNull(),
    to: text().notNull(),
    letter: jsonb().$type<MailContent>().notNull(),
    subject: text().notNull(),
    state: text().$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    messageId: text().notNull().unique(),
    lastError: text(),
    about: text(),
    createdAt: moment().notNull().default(now),
    trySince: moment().notNull().default(now),
    nextAttemptAt: moment().default(now),
    leasedUntil: moment(),
    sentAt: moment(),
  },
  (table) => [index('outbox_due').on(table.state, table.nextAttemptAt), index('outbox_about').on(table.about)],
)

/** When the next mail of a newsletter may be sent, over all processes: one row at most. */
export const mailPace = pgTable(
  'mail_pace',
  {
    id: integer().primaryKey().default(1),
    nextLetterAt: moment().notNull(),
  },
  (table) => [check('mail_pace_one_row', sql`${table.id} = 1`)],
)

/** The result of the last attempt to reach the mail server: at most one row. */
export const mailState = pgTable(
  'mail_state',
  {
    id: integer().primaryKey().default(1),
    ok: boolean().notNull(),
    lastError: text(),
    at: moment().notNull().default(now),
  },
  (table) => [check('mail_state_one_row', sql`${table.id} = 1`)],
)
