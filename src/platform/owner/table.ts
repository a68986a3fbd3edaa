import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StoredSite, WelcomeMail } from '#contract/site'
import type { SignUpMode } from '#contract/site-values'
import { moment } from '#platform/db/columns'
import type { Language } from '#i18n/language'

/** `password` is encrypted for exactly this server and user name (`seal`). */
export type StoredMailServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'auto'
  username: string | null
  password: string | null
}

/** The owner's settings that override the environment: at most one row; null means the environment's value. */
export const ownerSettings = pgTable(
  'owner_settings',
  {
    id: integer().primaryKey().default(1),
    ownerLanguage: text().$type<Language>(),
    messagesKeptDays: integer(),
    /** What the sign-up form is for. */
    signUp: text().$type<SignUpMode>().notNull().default('waitlist'),
    /** Sent to each subscriber who confirms; null for none. */
    welcome: jsonb().$type<WelcomeMail>(),
    mailServer: jsonb().$type<StoredMailServer>(),
    mailFrom: text(),
    mailTo: text().array(),
    /** As a URL. */
    securityContact: text(),
    timeZone: text(),
    /** When the last backup was written and verified. */
    backedUpAt: moment(),
    /** The first screens: open once the first administrator is made; null in sites that are older than them. */
    setup: text().$type<'open' | 'done'>(),
  },
  (table) => [check('owner_settings_one_row', sql`${table.id} = 1`)],
)

/**
 * The public address, of this installation: at most one row, in no archive, because a restored site may be at another
 * address. `former`: origins whose requests are redirected. `challengeKey`: by it this site is recognized at an address.
 */
export const siteAddress = pgTable(
  'site_address',
  {
    id: integer().primaryKey().default(1),
    url: text(),
    former: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    challengeKey: text()
      .notNull()
      .default(sql`gen_random_uuid()::text || gen_random_uuid()::text`),
  },
  (table) => [check('site_address_one_row', sql`${table.id} = 1`)],
)

/** The owner's settings of the site: at most one row; absent values have defaults. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer().primaryKey().default(1),
    values: jsonb().$type<StoredSite>().notNull().default({}),
    version: integer().notNull().default(1),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
)

/** The owner's changes of interface texts, by the ids of the catalogs. */
export const siteTexts = pgTable(
  'site_texts',
  {
    key: text().notNull(),
    language: text().$type<Language>().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.language] })],
)
