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

/** What authenticators know a person by: the same for all of their passkeys, and nothing that tells who it is. */
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

/** The passkey of whomever it belongs to. */
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

/** Throws 409 for one that is stored already. */
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

/** Throws 404 for what is no passkey of this person. */
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
 * Notes that one was used. Resolves to false when another use has told a counter that is as high: then two
 * authenticators hold the same key. One that does not count tells 0 each time.
 */
export async function noteUseOfKey(tx: Database, which: number, told: number): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ counter: told, lastUsedAt: sql`now()` })
    .where(and(eq(id, which), or(lt(counter, told), and(eq(counter, 0), sql`${told}::bigint = 0`))))
    .returning({ id })
  return rows.length > 0
}
