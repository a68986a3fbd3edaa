import { eq, sql } from 'drizzle-orm'
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#platform/db/database'
import { openSetup } from '#platform/owner/settings'
import { conflict, forbidden } from '#contract/http-error'
import type { Account, Credentials, User } from './contract'
import { hashPassword } from './passwords/passwords'
import { bareCode, randomCode } from './sessions/tokens'
import { setupCodes, users } from './table'
import type { ActivityAction, NewEvent } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'

export async function hasAdministrator(db: Database): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).limit(1)
  return row !== undefined
}

/** The set-up code, the same for every process; null once there is an administrator. */
export async function ensureSetupCode(db: Database): Promise<string | null> {
  if (await hasAdministrator(db)) return null
  await db
    .insert(setupCodes)
    .values({ code: randomCode(12) })
    .onConflictDoNothing()
  const [row] = await db.select({ code: setupCodes.code }).from(setupCodes)
  return row?.code ?? null
}

/** Compares in constant time, ignoring case and hyphens. */
export async function isSetupCode(db: Database, typed: string): Promise<boolean> {
  const [row] = await db.select({ code: setupCodes.code }).from(setupCodes)
  return row !== undefined && timingSafeEqual(digestOf(row.code), digestOf(typed))
}

/** Creates an administrator, the first or a further one. Throws 409 when the name is taken. */
export async function createAdministrator(db: Database, credentials: Credentials): Promise<User> {
  const passwordHash = await hashPassword(credentials.password)
  return db.transaction(async (tx) => {
    const isFirst = !(await hasAdministrator(tx))
    return addUser(tx, { username: credentials.username, passwordHash, first: isFirst || null })
  })
}

/** Creates the first administrator; of concurrent calls one succeeds. Throws 403 when there is one already. */
export async function createFirstAdministrator(tx: Database, username: string, passwordHash: string): Promise<User> {
  const isLate = await hasAdministrator(tx)
  const user = isLate ? undefined : await insertUser(tx, { ...userNames(username), passwordHash, first: true })
  if (!user) throw forbidden('errors.registered')
  return user
}

type NewUser = { username: string; passwordHash: string; email?: string | null; first?: true | null }

/** Throws 409 when the name is taken. */
export async function addUser(tx: Database, { username, ...further }: NewUser): Promise<User> {
  const user = await insertUser(tx, { ...userNames(username), ...further })
  if (!user) throw usernameTaken()
  return user
}

export const usernameTaken = () =>
  conflict('errors.usernameTaken', [{ path: 'username', message: 'errors.usernameTaken' }])

export async function findUser(
  db: Database,
  username: string,
): Promise<(Account & { passwordHash: string }) | undefined> {
  const [row] = await db
    .select({ id: users.id, username: users.username, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, userNames(username).usernameKey))
  return row
}

/** The event of changes of a person, as Activity calls them. */
export const aboutUser =
  (...activityActions: ActivityAction[]) =>
  ({ id, username: title }: User): NewEvent => ({ kind: 'user', action: 'updated', activityActions, id, title })

/** The name for display and for comparison. */
export function userNames(username: string): { username: string; usernameKey: string } {
  const shown = username.trim().normalize('NFC')
  return { username: shown, usernameKey: shown.toLowerCase() }
}

/** Undefined when the name is taken, or there is a first administrator already. */
async function insertUser(tx: Database, values: typeof users.$inferInsert): Promise<User | undefined> {
  const [user] = await tx
    .insert(users)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: users.id, username: users.username })
  if (user) await tx.delete(setupCodes).where(sql`true`)
  if (user && values.first) await openSetup(tx)
  return user
}

const digestOf = (code: string) => new Bun.CryptoHasher('sha256').update(bareCode(code)).digest()

/** The email address of the requesting administrator; null for a person without one. */
export async function ownAddress(tx: Database, request: Request): Promise<string | null> {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') return null
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.user.id))
  return row?.email ?? null
}
