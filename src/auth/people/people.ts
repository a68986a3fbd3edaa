import { asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/events/events'
import type { Database } from '#platform/db/database'
import { isUniqueViolation } from '#platform/db/faults'
import { conflict, notFound, unauthorized } from '#contract/http-error'
import type { Account, Person } from '#auth/contract'
import { isProtected } from '#auth/second-factor/factors'
import { endSessions } from '#auth/sessions/sessions'
import { userNames, usernameTaken } from '#auth/store'
import { users } from '#auth/table'
import { endInvitationsOf } from './invitations'

const { id, username, email, createdAt, lastUsedAt } = users

/** Ordered by creation. */
export async function listPeople(db: Database): Promise<Person[]> {
  const rows = await db.select({ id, username, email, createdAt, lastUsedAt, isProtected }).from(users).orderBy(asc(id))
  return rows.map(({ isProtected: has, ...person }) => (has ? { ...person, secondFactor: true } : person))
}

export const isPerson = async (db: Database, which: number): Promise<boolean> =>
  (await db.$count(users, eq(id, which))) > 0

/** Whether there is such a person. Throws 409 for the last administrator, before a removal asks for the password. */
export async function isRemovable(db: Database, which: number): Promise<boolean> {
  const isThere = await isPerson(db, which)
  if (isThere && (await db.$count(users)) === 1) throw conflict('errors.lastAdministrator')
  return isThere
}

/**
 * Deletes an administrator and their sessions. Concurrent removals that share a person wait for each other: throws 401
 * when the actor has been removed meanwhile, 404, and 409 for the last administrator.
 */
export async function removePerson(
  tx: Transaction,
  removed: number,
  asking: number,
): Promise<{ id: number; title: string }> {
  const all = await tx.select({ id, username }).from(users).orderBy(asc(id)).for('update')
  if (!all.some((person) => person.id === asking)) throw unauthorized()
  const person = all.find((one) => one.id === removed)
  if (!person) throw notFound('user')
  if (all.length === 1) throw conflict('errors.lastAdministrator')
  await endSessions(tx, removed)
  await endInvitationsOf(tx, removed)
  await tx.delete(users).where(eq(id, removed))
  return { id: removed, title: person.username }
}

/**
 * Absent fields stay unchanged; a new password ends the invitations that the person has made. Throws 409 for a name that
 * is taken, 401 when the account is gone.
 */
export async function changeAccount(
  tx: Transaction,
  of: number,
  change: { username?: string; passwordHash?: string; email?: string | null },
): Promise<Account> {
  const names = change.username === undefined ? {} : userNames(change.username)
  const set = { ...names, passwordHash: change.passwordHash, email: change.email }
  const isEmpty = Object.values(set).every((value) => value === undefined)
  try {
    const [row] = await tx.transaction((part) =>
      part
        .update(users)
        .set(isEmpty ? { username: sql`${username}` } : set)
        .where(eq(id, of))
        .returning({ id, username, email }),
    )
    if (!row) throw unauthorized()
    if (change.passwordHash !== undefined) await endInvitationsOf(tx, of)
    return row
  } catch (error) {
    throw isUniqueViolation(error) ? usernameTaken() : error
  }
}
