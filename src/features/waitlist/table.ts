import { boolean, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '../../base/db/columns'

/**
 * `emailKey` is the address as compared (see `emailKey` in base/text/email.ts), unique; null for `spam` rows, which
 * came with the honeypot filled: kept for inspection, in no list, and in nobody's way.
 */
export const waitlistSubscribers = pgTable('waitlist_subscribers', {
  id: serial().primaryKey(),
  email: text().notNull(),
  emailKey: text().unique(),
  submittedAt: moment().notNull().default(now),
  spam: boolean().notNull().default(false),
})
