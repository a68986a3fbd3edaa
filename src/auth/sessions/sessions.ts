import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Change } from '#platform/events/change-event'
import { emitChanges } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import type { Source, Transaction } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import type { OwnSession, User } from '#auth/contract'
import { privateCookie, readPrivateCookie } from './private-cookies'
import { endChallenges } from '#auth/second-factor/challenges'
import { sessions, users } from '#auth/table'
import { randomToken, tokenHash } from './tokens'

export type Session = {
  /** As stored: the SHA-256 of the cookie's token. */
  id: string
  number: number
  user: User
  /** A day of its thirty has passed: time to prolong it and send the cookie again. */
  isAging: boolean
  /** Some minutes have passed since it was noted that it is in use. */
  isUnnoted: boolean
}

export const sessionCookieName = 'industria-session'
export const secureSessionCookie = `__Host-${sessionCookieName}`

const days = 30
const inCookies = `${sessionCookieName}=`
const lifetime = sql`now() + make_interval(days => ${days})`
const isLiving = gt(sessions.expiresAt, sql`now()`)

/**
 * The session that a request's cookie opens, if it is a living one. With an https `origin` only the `__Host-` cookie
 * counts.
 */
export async function findSession(
  db: Database,
  cookieHeader: string | null | undefined,
  origin?: string,
): Promise<Session | null> {
  const token = readToken(cookieHeader, origin)
  if (token === undefined) return null
  const [row] = await db
    .select({
      id: sessions.id,
      number: sessions.number,
      user: { id: users.id, username: users.username },
      isAging: sql<boolean>`${sessions.expiresAt} < ${lifetime} - interval '1 day'`,
      isUnnoted: sql<boolean>`${sessions.lastUsedAt} < now() - interval '5 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, tokenHash(token)), isLiving))
  return row ?? null
}

/** Opens a session; the cookie is the only place that holds its token. */
export async function startSession(tx: Transaction, userId: number, origin: string, source?: Source): Promise<Opened> {
  const session = await insertSession(tx, userId, origin, source)
  tellSessions(tx, 'created', [session])
  return session
}

type Opened = { cookie: string; id: string; number: number }

/** The same, of which no window hears. */
export async function insertSession(
  db: Database,
  userId: number,
  origin: string,
  source: Source = { address: '', device: '' },
): Promise<Opened> {
  const token = randomToken()
  const id = tokenHash(token)
  const [row] = await db
    .insert(sessions)
    .values({ id, userId, ...source, expiresAt: lifetime })
    .returning({ number: sessions.number })
  await db
    .update(users)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(users.id, userId))
  return { cookie: sessionCookie(token, origin), id, number: row!.number }
}

/** Keeps when, and from where, a session was used last: to within some minutes. */
export async function noteUse(db: Database, { id, user }: Session, source: Source): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ lastUsedAt: sql`now()`, ...source })
      .where(eq(sessions.id, id))
    await tx
      .update(users)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(users.id, user.id))
  })
}

/** Of one person, the latest used first. `current` is the one that asks, by its stored id. */
export async function listSessions(db: Database, userId: number, current: string): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiving))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.number))
  return rows.map(({ id, number, device, address, createdAt, lastUsedAt }) => ({
    id: number,
    device,
    address,
    createdAt,
    lastUsedAt,
    current: id === current,
  }))
}

/** Throws 404 for what is no session of this person. */
export async function endSessionNumber(tx: Transaction, userId: number, number: number): Promise<{ id: number }> {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.number, number), eq(sessions.userId, userId), isLiving))
    .returning({ id: sessions.number })
  if (!row) throw notFound('session')
  tellSessions(tx, 'deleted', [{ number: row.id }])
  return row
}

/** All of one person, and what was about to become one. */
export async function endSessions(tx: Transaction, userId: number): Promise<void> {
  await endChallenges(tx, userId)
  const rows = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ number: sessions.number })
  tellSessions(tx, 'deleted', rows)
}

/** Resolves to the numbers of those that ended. */
export async function endOtherSessions(tx: Transaction, userId: number, current: string): Promise<number[]> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, current)))
    .returning({ number: sessions.number })
  tellSessions(tx, 'deleted', rows)
  return rows.map(({ number }) => number)
}

/** Another thirty days; resolves to the cookie to send again. */
export async function prolongSession(
  db: Database,
  { id }: Session,
  cookieHeader: string | null,
  origin: string,
): Promise<string> {
  await db.update(sessions).set({ expiresAt: lifetime }).where(eq(sessions.id, id))
  return sessionCookie(readToken(cookieHeader, origin) ?? '', origin)
}

/** Ends the session that a cookie opens; resolves to it, if there was one. */
export async function endSession(
  tx: Transaction,
  cookieHeader: string | null,
  origin: string,
): Promise<{ number: number; userId: number } | undefined> {
  const token = readToken(cookieHeader, origin)
  if (token === undefined) return undefined
  const [row] = await tx
    .delete(sessions)
    .where(eq(sessions.id, tokenHash(token)))
    .returning({ number: sessions.number, userId: sessions.userId })
  if (row) tellSessions(tx, 'deleted', [row])
  return row
}

/** What makes the browser forget the cookie. */
export const forgottenCookie = (origin: string): string => privateCookie(sessionCookieName, '', origin, 0)

/** Whether a request may come from somebody who has signed in: enough to give no cached response. Only `identify` knows. */
export const hasSessionCookie = (cookieHeader: string | null): boolean =>
  cookieHeader !== null && cookieHeader.includes(inCookies)

/** Removes those that nobody can use any more. */
export async function sweepSessions(tx: Transaction): Promise<void> {
  const rows = await tx
    .delete(sessions)
    .where(lt(sessions.expiresAt, sql`now()`))
    .returning({ number: sessions.number })
  tellSessions(tx, 'deleted', rows)
}

/** Which of these, by their stored ids, are still sessions. */
export async function livingSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isLiving))
  return new Set(rows.map(({ id }) => id))
}

const tellSessions = (tx: Transaction, action: Change['action'], rows: readonly { number: number }[]) =>
  emitChanges(
    tx,
    rows.map(({ number: id }) => ({ kind: 'session', action, id })),
  )

/** A secret of the session's holder for one purpose, the same each time: nothing that is stored tells it. */
export function derivedToken(cookieHeader: string | null, origin: string, purpose: string): string {
  return new Bun.CryptoHasher('sha256', readToken(cookieHeader, origin) ?? '').update(purpose).digest('base64url')
}

const sessionCookie = (token: string, origin: string) =>
  privateCookie(sessionCookieName, token, origin, days * 24 * 3600)

function readToken(cookieHeader: string | null | undefined, origin: string | undefined): string | undefined {
  const token = readPrivateCookie(sessionCookieName, cookieHeader, origin)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}
