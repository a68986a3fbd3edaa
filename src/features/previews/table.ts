import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../base/db/columns'
import type { Language } from '../../base/i18n/language'

/**
 * Pages that are not published, for whoever has the link. `id` is the SHA-256 of its token, which nobody but its holders knows;
 * `answer` is what the API would answer at `address` if the page at `path` were published.
 */
export const previews = pgTable('previews', {
  id: text().primaryKey(),
  path: text().notNull(),
  address: text().notNull(),
  answer: jsonb().$type<object>().notNull(),
  language: text().$type<Language>().notNull(),
  expiresAt: moment().notNull(),
}, (table) => [index('previews_expires_at').on(table.expiresAt)])
