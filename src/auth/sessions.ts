import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { User } from './contract'
import { sessions, users } from './table'

export type Session = {
  /** As stored: the SHA-256 of the cookie's token. */
  id: string
  user: User
  /** A day of its thirty has passed: time to prolong it and send the cookie again. */
  isAging: boolean
}

export const sessionCookieName = 'industria-session'
export const secureSessionCookie = `__Host-${sessionCookieName}`

const days = 30
const inCookies = `${sessionCookieName}=`
const lifetime = sql`now() + make_interval(days => ${days})`

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
      user: { id: users.id, username: users.username },
      isAging: sql<boolean>`${sessions.expiresAt} < ${lifetime} - interval '1 day'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId(token)), gt(sessions.expiresAt, sql`now()`)))
  return row ?? null
}

/** Opens a session; the cookie is the only place that holds its token. */
export async function startSession(db: Database, userId: number, origin: string): Promise<{ cookie: string }> {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await db.insert(sessions).values({ id: sessionId(token), userId, expiresAt: lifetime })
  return { cookie: sessionCookie(token, origin) }
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

/** Ends the session at the server; resolves to the cookie that makes the browser forget it. */
export async function endSession(db: Database, cookieHeader: string | null, origin: string): Promise<string> {
  const token = readToken(cookieHeader, origin)
  if (token !== undefined) await db.delete(sessions).where(eq(sessions.id, sessionId(token)))
  return privateCookie('', origin, 0)
}

/** Whether a request may come from somebody who has signed in: enough to give no kept answer. Only `identify` knows. */
export const holdsSession = (cookieHeader: string | null): boolean =>
  cookieHeader !== null && cookieHeader.includes(inCookies)

/** Removes those that nobody can use any more. */
export async function sweepSessions(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
}

/** A secret of the session's holder for one purpose, the same each time: nothing that is stored tells it. */
export function derivedToken(cookieHeader: string | null, origin: string, purpose: string): string {
  return new Bun.CryptoHasher('sha256', readToken(cookieHeader, origin) ?? '').update(purpose).digest('base64url')
}

const isSecure = (origin: string) => origin.startsWith('https:')
const cookieName = (secure: boolean) => (secure ? secureSessionCookie : sessionCookieName)
const sessionCookie = (token: string, origin: string) => privateCookie(token, origin, days * 24 * 3600)

/**
 * With the same flags whether it is set or (in 0 seconds) forgotten: a `__Host-` cookie is not forgotten without
 * Secure.
 */
const privateCookie = (value: string, origin: string, maxAge: number) =>
  new Bun.Cookie(cookieName(isSecure(origin)), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(origin),
    maxAge,
  }).toString()

function readToken(cookieHeader: string | null | undefined, origin: string | undefined): string | undefined {
  const cookies = new Bun.CookieMap(cookieHeader ?? '')
  const token =
    origin === undefined
      ? (cookies.get(cookieName(true)) ?? cookies.get(cookieName(false)))
      : cookies.get(cookieName(isSecure(origin)))
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

const sessionId = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest('hex')
