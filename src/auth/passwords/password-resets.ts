import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import { mayBeEmail } from '#platform/db/sql'
import { emailKey } from '#text/email'
import type { User } from '#auth/contract'
import { userNames } from '#auth/store'
import { passwordResets, users } from '#auth/table'
import { tokenHash } from '#auth/sessions/tokens'

const isOpen = gt(passwordResets.expiresAt, sql`now()`)

/** Users with this name or e-mail address that have an address for a link. */
export async function findUsersForReset(db: Database, typed: string): Promise<(User & { email: string })[]> {
  const { usernameKey } = userNames(typed)
  const key = emailKey(typed)
  const rows = await db
    .select({ id: users.id, username: users.username, usernameKey: users.usernameKey, email: users.email })
    .from(users)
    .where(or(eq(users.usernameKey, usernameKey), mayBeEmail(sql`${users.email}`, key)))
  return rows.flatMap(({ usernameKey: own, email, ...user }) =>
    email !== null && (own === usernameKey || emailKey(email) === key) ? [{ ...user, email }] : [],
  )
}

/** Stores only the hash of `token`, which expires after an hour. */
export async function addReset(tx: Database, userId: number, token: string): Promise<void> {
  await tx
    .insert(passwordResets)
    .values({ tokenHash: tokenHash(token), userId, expiresAt: sql`now() + interval '1 hour'` })
}

/** The user whose password a link resets. Throws 404 for an unknown, used or expired one alike. */
export async function findReset(db: Database, token: string): Promise<User> {
  const [row] = await db
    .select({ id: users.id, username: users.username })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, tokenHash(token)), isOpen))
  if (!row) throw notFound('reset')
  return row
}

/** Consumes a link and deletes all others of the same person. Of concurrent uses one succeeds; the others throw 404. */
export async function useReset(tx: Database, token: string): Promise<number> {
  const [row] = await tx
    .delete(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash(token)), isOpen))
    .returning({ userId: passwordResets.userId })
  if (!row) throw notFound('reset')
  await tx.delete(passwordResets).where(eq(passwordResets.userId, row.userId))
  return row.userId
}
