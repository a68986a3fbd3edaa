import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StoredSite } from '#contract/site'
import { moment } from '#platform/db/columns'
import type { Language } from '#i18n/language'

/** What the owner has settled beside the environment: one row at most; null is what the environment says. */
export const ownerSettings = pgTable(
  'owner_settings',
  {
    id: integer().primaryKey().default(1),
    ownerLanguage: text().$type<Language>(),
    messagesKeptDays: integer(),
    /** When the last backup was written and read back. */
    backedUpAt: moment(),
  },
  (table) => [check('owner_settings_one_row', sql`${table.id} = 1`)],
)

/** What the owner has settled of the site itself: one row at most; what its values leave out is built in. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    values: jsonb().$type<StoredSite>().notNull().default({}),
    version: integer().notNull().default(1),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
)

/** Texts of the public screens that the owner has put in other words, by the ids of the catalogs. */
export const siteTexts = pgTable(
  'site_texts',
  {
    key: text().notNull(),
    language: text().$type<Language>().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.language] })],
)
