import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import type { Language } from '#i18n/language'
import { moment, now } from '#platform/db/columns'

/**
 * `usernameKey` is the lower-case name for comparison. `first` is true for the one administrator made by registration
 * or `ADMIN_*`, null for all later ones: it is unique, so concurrent registrations cannot create two.
 */
export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    username: text().notNull(),
    usernameKey: text().notNull().unique(),
    passwordHash: text().notNull(),
    first: boolean().unique(),
    /** The address for password reset links; null without one. */
    email: text(),
    lastUsedAt: moment(),
    createdAt: moment().notNull().default(now),
  },
  (table) => [check('users_first_true_or_null', sql`${table.first}`)],
)

/**
 * `id` is the SHA-256 (hex) of the random token in the cookie; the token itself is not stored. `number` identifies a
 * session to its owner.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    number: serial().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: moment().notNull().default(now),
    lastUsedAt: moment().notNull().default(now),
    expiresAt: moment().notNull(),
    /** When the person last confirmed it with their password or a factor. */
    confirmedAt: moment(),
  },
  (table) => [index('sessions_expires_at').on(table.expiresAt), index('sessions_user_id').on(table.userId)],
)

/** Single-use links to set a new password. Only the SHA-256 (hex) of a link's token is stored. */
export const passwordResets = pgTable('password_resets', {
  tokenHash: text().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: moment().notNull(),
})

/**
 * Single-use links to become an administrator. Only the SHA-256 (hex) of a link's token is stored; the inviter's name
 * stays when the account is deleted.
 */
export const invitations = pgTable('invitations', {
  id: serial().primaryKey(),
  tokenHash: text().notNull().unique(),
  email: text(),
  createdById: integer(),
  createdByName: text(),
  /** Of the mail and of its page; null in invitations that are older than the choice: the owner's. */
  language: text().$type<Language>(),
  createdAt: moment().notNull().default(now),
  expiresAt: moment().notNull(),
})

/** The code that the server prints while there is no administrator: at most one row, the same for every process. */
export const setupCodes = pgTable(
  'setup_codes',
  {
    id: integer().primaryKey().default(1),
    code: text().notNull(),
  },
  (table) => [check('setup_codes_one_row', sql`${table.id} = 1`)],
)
