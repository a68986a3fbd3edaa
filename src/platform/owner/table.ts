import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Language } from '#i18n/language'

/** What the owner has settled beside the environment: one row at most; null is what the environment says. */
export const ownerSettings = pgTable(
  'owner_settings',
  {
    id: integer().primaryKey().default(1),
    ownerLanguage: text().$type<Language>(),
    messagesKeptDays: integer(),
  },
  (table) => [check('owner_settings_one_row', sql`${table.id} = 1`)],
)
