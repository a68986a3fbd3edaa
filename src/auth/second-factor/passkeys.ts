import { and, asc, eq, lt, or, sql } from 'drizzle-orm'
import { conflict, notFound, unauthorized } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import { isUniqueViolation } from '#platform/db/faults'
import { users } from '#auth/table'
import type { Passkey } from './contract'
import { passkeys } from './table'
import type { StoredPasskey } from './webauthn'

const { id, name, createdAt, lastUsedAt, credentialId, publicKey, counter, transports } = passkeys
const shown = { id, name, createdAt, lastUsedAt }
const known = { credentialId, publicKey, counter, transports }

export const listKeys = (db: Database, userId: number): Promise<StoredPasskey[]> =>
  db.select(known).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(id))

/** The WebAuthn user handle: the same for all passkeys of a person, without personal data. */
export async function userHandle(db: Database, userId: number): Promise<Uint8Array<ArrayBuffer>> {
  const [row] = await db.select({ id: users.id, createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  if (!row) throw unauthorized()
  return Uint8Array.from(new Bun.CryptoHasher('sha256').update(`passkey ${row.id} ${row.createdAt}`).digest())
}

export type FoundKey = {
  id: number
  key: StoredPasskey
  user: { id: number; username: string; passwordHash: string; handle: string }
}

/** The passkey with this credential id, and its user. */
export async function findKey(db: Database, credential: string): Promise<FoundKey | undefined> {
  const [row] = await db
    .select({ id, key: known, user: { id: users.id, username: users.username, passwordHash: users.passwordHash } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(credentialId, credential))
  if (!row) return undefined
  const handle = Buffer.from(await userHandle(db, row.user.id)).toString('base64url')
  return { ...row, user: { ...row.user, handle } }
}

/** Throws 409 for a passkey that is stored already. */
export async function addPasskey(tx: Database, userId: number, called: string, key: StoredPasskey): Promise<Passkey> {
  try {
    const [row] = await tx.transaction((inner) =>
      inner
        .insert(passkeys)
        .values({ userId, name: called, ...key, transports: [...key.transports] })
        .returning(shown),
    )
    return row!
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('errors.passkeyKnown') : error
  }
}

/** Throws 404 when it is not a passkey of this person. */
export async function requirePasskey(db: Database, userId: number, which: number): Promise<void> {
  if ((await db.$count(passkeys, and(eq(id, which), eq(passkeys.userId, userId)))) === 0) throw notFound('passkey')
}

/** Throws 404 likewise. */
export async function renamePasskey(tx: Database, userId: number, which: number, called: string): Promise<Passkey> {
  const [row] = await tx
    .update(passkeys)
    .set({ name: called })
    .where(and(eq(id, which), eq(passkeys.userId, userId)))
    .returning(shown)
  if (!row) throw notFound('passkey')
  return row
}

/** Throws 404 likewise. */
export async function removePasskey(tx: Database, userId: number, which: number): Promise<void> {
  const rows = await tx
    .delete(passkeys)
    .where(and(eq(id, which), eq(passkeys.userId, userId)))
    .returning({ id })
  if (rows.length === 0) throw notFound('passkey')
}

/**
 * Records a use. Resolves to false unless the counter has increased, which indicates a cloned authenticator.
 * Authenticators without a counter always send 0.
 */
export async function recordPasskeyUse(tx: Database, which: number, newCounter: number): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: sql`now()` })
    .where(and(eq(id, which), or(lt(counter, newCounter), and(eq(counter, 0), sql`${newCounter}::bigint = 0`))))
    .returning({ id })
  return rows.length > 0
}
