import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { defaultLanguage, type Language } from '#i18n/language'
import type { SubscriberState } from './contract'

/**
 * `emailKey` is the address as compared (see `emailKey` in text/email.ts), unique; null for `spam` rows, which
 * came with the honeypot filled: stored for inspection, but in no list, and never a duplicate. `askedAt`: when the last
 * confirmation mail was written. `news`: opted in to newsletters, which are sent once `confirmed`; `language` is that
 * of the page on which they signed up. `welcomedAt`: when the welcome mail was written, which nobody gets twice.
 */
export const waitlistSubscribers = pgTable(
  'waitlist_subscribers',
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    emailKey: text().unique(),
    submittedAt: moment().notNull().default(now),
    spam: boolean().notNull().default(false),
    state: text().$type<SubscriberState>().notNull().default('unasked'),
    askedAt: moment(),
    confirmedAt: moment(),
    unsubscribedAt: moment(),
    welcomedAt: moment(),
    news: boolean().notNull().default(false),
    language: text().$type<Language>().notNull().default(defaultLanguage),
  },
  (table) => [
    index('waitlist_subscribers_words')
      .using('gin', sql`find_words(${table.email})`)
      .with({ gin_pending_list_limit: 256 }),
  ],
)

/**
 * The links in mails to subscribers. Only the SHA-256 (hex) of a link's token is stored; unsubscribe links never
 * expire. `news`: confirming also opts in to newsletters; `source` names the newsletter with the link (`newsletter:3`).
 */
export const waitlistLinks = pgTable(
  'waitlist_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text().$type<'confirm' | 'unsubscribe'>().notNull(),
    subscriberId: integer()
      .notNull()
      .references(() => waitlistSubscribers.id, { onDelete: 'cascade' }),
    language: text().$type<Language>().notNull(),
    createdAt: moment().notNull().default(now),
    news: boolean().notNull().default(false),
    source: text(),
  },
  (table) => [index('waitlist_links_subscriber_id').on(table.subscriberId)],
)
