import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, serial, text, unique } from 'drizzle-orm/pg-core'
import type { LanguageTexts } from '#contract/site'
import type { Language } from '#i18n/language'
import { moment, now } from '#platform/db/columns'
import type { Audience, NewsletterTemplates, NewsletterState, ReaderState, Untranslated } from './contract'

/**
 * Without `subject` the title is used. `post` 0: a newsletter of its own, of `title` and `body`. Of its segment, `joinedFrom`
 * and `joinedUntil` are days, `readerState` what the readers have signed up for. The counts are of `newsletterMails`.
 */
export const newsletters = pgTable('newsletters', {
  id: serial().primaryKey(),
  post: integer().notNull().default(0),
  title: jsonb().$type<LanguageTexts>(),
  subject: jsonb().$type<LanguageTexts>(),
  introduction: jsonb().$type<LanguageTexts>(),
  body: jsonb().$type<LanguageTexts>(),
  audience: text().$type<Audience>().notNull(),
  joinedFrom: date({ mode: 'string' }),
  joinedUntil: date({ mode: 'string' }),
  readerState: text().$type<ReaderState>().notNull().default('confirmed'),
  untranslated: text().$type<Untranslated>().notNull().default('send'),
  state: text().$type<NewsletterState>().notNull().default('draft'),
  sendAt: moment(),
  total: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  bounced: integer().notNull().default(0),
  createdAt: moment().notNull().default(now),
  version: integer().notNull().default(1),
})

export const mailStates = ['waiting', 'queued', 'sent', 'failed', 'bounced', 'left'] as const

/**
 * The mails of a newsletter, one row for each reader, so that nobody gets it twice. `queued`: it is in the outbox, as
 * `outboxId`; `left`: the reader unsubscribed or was erased before it was sent, or it was cancelled while being sent.
 * `unsubscribed`: the reader unsubscribed by the link of this mail.
 */
export const newsletterMails = pgTable(
  'newsletter_letters',
  {
    id: serial().primaryKey(),
    newsletterId: integer()
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    subscriberId: integer().notNull(),
    language: text().$type<Language>().notNull(),
    state: text().$type<(typeof mailStates)[number]>().notNull().default('waiting'),
    outboxId: integer(),
    unsubscribed: boolean().notNull().default(false),
  },
  (table) => [
    unique('newsletter_letters_reader').on(table.newsletterId, table.subscriberId),
    index('newsletter_letters_state').on(table.newsletterId, table.state, table.id),
    index('newsletter_letters_outbox').on(table.outboxId),
    index('newsletter_letters_unsubscribed')
      .on(table.newsletterId)
      .where(sql`${table.unsubscribed}`),
  ],
)

/**
 * Scheduled and running sendings. Not part of archives, so that a restored site does not send mails twice.
 * `templates`: the newsletter in each language, as of the start of sending.
 */
export const newsletterRuns = pgTable('newsletter_runs', {
  newsletterId: integer()
    .primaryKey()
    .references(() => newsletters.id, { onDelete: 'cascade' }),
  sendAt: moment().notNull().default(now),
  templates: jsonb().$type<NewsletterTemplates>(),
})
