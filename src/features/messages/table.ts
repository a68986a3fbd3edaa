import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Language } from '#i18n/language'
import type { SpamReason } from './contract'

/**
 * The folder of a message follows from `spam` and `archived`: a process of the previous release knows only the first.
 * `spamSince`: when it was moved to spam; null when it was classified as spam. `language`: that of the form's page.
 */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    submittedAt: moment().notNull().default(now),
    read: boolean().notNull().default(false),
    spam: boolean().notNull().default(false),
    archived: boolean().notNull().default(false),
    spamScore: integer().notNull().default(0),
    spamReasons: jsonb().$type<SpamReason[]>().notNull().default([]),
    spamSince: moment(),
    /** A digest of the text without case, accents and white space; null for short texts. */
    textHash: text(),
    language: text().$type<Language>(),
  },
  (table) => [
    index('contact_messages_submitted_at').on(table.submittedAt),
    index('contact_messages_text_hash').on(table.textHash),
    index('contact_messages_words').using('gin', messageWords(table)).with({ gin_pending_list_limit: 256 }),
  ],
)

/** The words by which administrators find a message. */
export function messageWords({
  name,
  email,
  subject,
  message,
}: Record<'name' | 'email' | 'subject' | 'message', SQLWrapper>) {
  return sql`find_words(${name} || ' ' || ${email} || ' ' || ${subject} || ' ' || ${message})`
}

/** Replies to messages; `mailMessageId` is the Message-ID of the mail. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: serial().primaryKey(),
    messageId: integer()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    at: moment().notNull().default(now),
    byId: integer(),
    byName: text(),
    body: text().notNull(),
    mailMessageId: text().notNull(),
  },
  (table) => [index('message_replies_message').on(table.messageId)],
)
