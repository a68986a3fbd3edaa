import { bigint, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { users } from '#auth/table'

const owner = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * The base32 secrets of authenticator apps. `secret` is null until a code has confirmed `pendingSecret`; `usedSteps`
 * are the latest 30-second steps with an accepted code, because each is accepted once.
 */
export const totpSecrets = pgTable('totp_secrets', {
  userId: owner().primaryKey(),
  secret: text(),
  pendingSecret: text(),
  usedSteps: integer().array().notNull().default([]),
})

/**
 * Public keys of authenticators; `credentialId` and `publicKey` (COSE) are base64url, `counter` is the last value
 * received.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    userId: owner(),
    name: text().notNull(),
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    createdAt: moment().notNull().default(now),
    lastUsedAt: moment(),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
)

/** Unused recovery codes: using one deletes it. Only the SHA-256 (hex) of a code is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: owner(),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/**
 * Single-use challenges that expire after five minutes: to sign in after the password (`second-factor`), by a passkey
 * alone (`passkey`, without a user yet), to store one (`registration`), or to confirm a session by one (`confirmation`). `id` is the SHA-256 (hex) of the challenge.
 */
export const challenges = pgTable(
  'auth_challenges',
  {
    id: text().primaryKey(),
    purpose: text().$type<'second-factor' | 'passkey' | 'registration' | 'confirmation'>().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('auth_challenges_expires_at').on(table.expiresAt),
    index('auth_challenges_user_id').on(table.userId),
  ],
)
