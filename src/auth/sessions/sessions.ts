import { and, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { type Change, emitChanges } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import type { Source, Transaction } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import type { OwnSession, User } from '#auth/contract'
import { endChallenges } from '#auth/second-factor/challenges'
import { sessions, users } from '#auth/table'
import { randomToken, tokenHash } from './tokens'
import { requestOrigin } from '#platform/http/request-facts'
import { idempotencyKey } from '#platform/writes/idempotency'

export type Session = {
  /** As stored: the SHA-256 of the cookie's token. */
  id: string
  number: number
  user: User
  /** A day has passed since it was extended: time to extend it and send the cookie again. */
  isAging: boolean
  /** Its last use was recorded some minutes ago. */
  isUnnoted: boolean
}

export const sessionCookieName = 'industria-session'
export const secureSessionCookie = `__Host-${sessionCookieName}`

/** Days without use, and days in all. */
const days = 30
const mostDays = 90
const inCookies = `${sessionCookieName}=`
const lifetime = sql`now() + make_interval(days => ${days})`
const end = sql`${sessions.createdAt} + make_interval(days => ${mostDays})`
const extended = sql`least(${lifetime}, ${end})`
const isLiving = and(gt(sessions.expiresAt, sql`now()`), gt(end, sql`now()`))

/** The valid session of a request's cookie. With an https `origin` only the `__Host-` cookie is read. */
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
      isAging: sql<boolean>`${sessions.expiresAt} < ${extended} - interval '1 day'`,
      isUnnoted: sql<boolean>`${sessions.lastUsedAt} < now() - interval '5 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, tokenHash(token)), isLiving))
  return row ?? null
}

/** Starts a session; its token is only in the cookie. `isConfirmed`: by a second factor. */
export async function startSession(
  tx: Transaction,
  userId: number,
  origin: string,
  { source, isConfirmed }: { source: Source; isConfirmed?: boolean },
): Promise<Opened> {
  const session = await insertSession(tx, userId, origin, source, isConfirmed)
  emitSessions(tx, 'created', [session])
  return session
}

type Opened = { cookie: string; id: string; number: number }

/** The same without an event to open windows. */
export async function insertSession(
  db: Database,
  userId: number,
  origin: string,
  source: Source = { address: '', device: '' },
  isConfirmed = false,
): Promise<Opened> {
  const token = randomToken()
  const id = tokenHash(token)
  const [row] = await db
    .insert(sessions)
    .values({ id, userId, ...source, expiresAt: lifetime, confirmedAt: isConfirmed ? sql`now()` : null })
    .returning({ number: sessions.number })
  await db
    .update(users)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(users.id, userId))
  return { cookie: sessionCookie(token, origin), id, number: row!.number }
}

/** Records when and from where a session was last used, to within some minutes. */
export async function recordUse(db: Database, { id, user }: Session, source: Source): Promise<void> {
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

/** A person's sessions, most recently used first. `current` is the stored id of the requesting one. */
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

/** Throws 404 when it is not a session of this person. */
export async function endSessionNumber(tx: Transaction, userId: number, number: number): Promise<{ id: number }> {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.number, number), eq(sessions.userId, userId), isLiving))
    .returning({ id: sessions.number })
  if (!row) throw notFound('session')
  emitSessions(tx, 'deleted', [{ number: row.id }])
  return row
}

/** Ends all sessions of a person, and their pending challenges. */
export async function endSessions(tx: Transaction, userId: number): Promise<void> {
  await endChallenges(tx, userId)
  const rows = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ number: sessions.number })
  emitSessions(tx, 'deleted', rows)
}

/** Resolves to the numbers of the ended sessions. */
export async function endOtherSessions(tx: Transaction, userId: number, current: string): Promise<number[]> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, current)))
    .returning({ number: sessions.number })
  emitSessions(tx, 'deleted', rows)
  return rows.map(({ number }) => number)
}

/** Extends the session by thirty days, up to ninety in all; resolves to the cookie to send again. */
export async function extendSession(
  db: Database,
  { id }: Session,
  cookieHeader: string | null,
  origin: string,
): Promise<string> {
  const [row] = await db
    .update(sessions)
    .set({ expiresAt: extended })
    .where(eq(sessions.id, id))
    // The stored moment is rounded to milliseconds, so it may be later than thirty days by a part of one.
    .returning({ seconds: sql`round(extract(epoch from ${sessions.expiresAt} - now()))`.mapWith(Number) })
  return sessionCookie(readToken(cookieHeader, origin) ?? '', origin, row?.seconds)
}

/** Ends the session of a cookie; resolves to it, if there was one. */
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
  if (row) emitSessions(tx, 'deleted', [row])
  return row
}

/** Deletes the cookie in the browser. */
export const expiredSessionCookie = (origin: string): string => privateCookie(sessionCookieName, '', origin, 0)

/**
 * Whether a request has a session cookie, valid or not: then it gets no cached response. Only `identify` verifies it.
 */
export const hasSessionCookie = (cookieHeader: string | null): boolean =>
  cookieHeader !== null && cookieHeader.includes(inCookies)

/** Deletes expired sessions. */
export async function sweepSessions(tx: Transaction): Promise<void> {
  const rows = await tx
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, sql`now()`), lt(end, sql`now()`)))
    .returning({ number: sessions.number })
  emitSessions(tx, 'deleted', rows)
}

/** Which of these, by their stored ids, are still valid. */
export async function validSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isLiving))
  return new Set(rows.map(({ id }) => id))
}

const emitSessions = (tx: Transaction, action: Change['action'], rows: readonly { number: number }[]) =>
  emitChanges(
    tx,
    rows.map(({ number: id }) => ({ kind: 'session', action, id })),
  )

/**
 * A secret derived from the session's token for one purpose, the same each time; it cannot be derived from stored data.
 */
function derivedToken(cookieHeader: string | null, origin: string, purpose: string): string {
  return new Bun.CryptoHasher('sha256', readToken(cookieHeader, origin) ?? '').update(purpose).digest('base64url')
}

const sessionCookie = (token: string, origin: string, seconds = days * 24 * 3600) =>
  privateCookie(sessionCookieName, token, origin, seconds)

function readToken(cookieHeader: string | null | undefined, origin: string | undefined): string | undefined {
  const token = readPrivateCookie(sessionCookieName, cookieHeader, origin)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/**
 * A secret that a write returns. With an idempotency key it is derived from the key and the session cookie: retries
 * return it again, although it must not be in the response that is stored for them.
 */
export function requestSecret(request: Request, purpose: string): string {
  const key = idempotencyKey(request)
  return key === undefined
    ? randomToken()
    : derivedToken(request.headers.get('cookie'), requestOrigin(request), `${purpose} ${key}`)
}

/**
 * An HttpOnly cookie; a `maxAge` of 0 seconds deletes it. The flags are the same for both, because a `__Host-` cookie
 * is not deleted without Secure.
 */
export const privateCookie = (name: string, value: string, origin: string, maxAge: number): string =>
  new Bun.Cookie(nameAt(name, origin), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(origin),
    maxAge,
  }).toString()

/** With an https `origin`, or without an origin, only the `__Host-` cookie is read. */
export function readPrivateCookie(
  name: string,
  cookieHeader: string | null | undefined,
  origin?: string,
): string | undefined {
  const cookies = new Bun.CookieMap(cookieHeader ?? '')
  const value =
    origin === undefined ? (cookies.get(`__Host-${name}`) ?? cookies.get(name)) : cookies.get(nameAt(name, origin))
  return value ?? undefined
}

const isSecure = (origin: string) => origin.startsWith('https:')
const nameAt = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name)
