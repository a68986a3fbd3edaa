import type { ActivityAction, Transaction } from '#platform/events/events'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import type { Registration, User } from '#auth/contract'
import { eq } from 'drizzle-orm'
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#platform/db/database'
import { privateCookie, readPrivateCookie, startSession } from '#auth/sessions/sessions'
import { users } from '#auth/table'
import { randomToken } from '#auth/sessions/tokens'
import { type Exchange, sourceOf } from '#auth/identify'
import { hashPassword } from '#auth/passwords/passwords'
import { refuseGuessable } from '#auth/passwords/password-rules'
import { aboutUser } from '#auth/store'

type Proof = {
  /** Consumes the proof, in the transaction that starts the session; an error it throws is the response. */
  use(tx: Transaction): Promise<void>
  activityActions?: readonly ActivityAction[]
  /** Whether it is a second factor. */
  isFactor?: boolean
}

/** Starts a session for an authenticated person, and sets its cookie and the device's. */
export async function signIn(
  services: Services,
  user: User,
  { request, set }: Exchange,
  { use, activityActions = [], isFactor }: Proof = { use: async () => {} },
): Promise<User> {
  const source = sourceOf(request)
  const origin = requestOrigin(request)
  const { cookies } = await commitAs(
    services,
    { is: 'administrator', user, session: '', source },
    ({ number }: { number: number; cookies: string[] }) => ({
      kind: 'session',
      action: 'created',
      id: number,
      title: user.username,
      activityActions: ['signed-in', ...activityActions],
    }),
    async (tx) => {
      await use(tx)
      const { number, cookie } = await startSession(tx, user.id, origin, { source, isConfirmed: isFactor })
      return { number, cookies: [cookie, ...(await deviceCookies(tx, user.id, request))] }
    },
  )
  set.headers['set-cookie'] = cookies
  return user
}

/** Creates the account of a person, who is the actor. Throws 422 for a guessable password. */
export async function join(
  services: Services,
  request: Request,
  { username, password }: Pick<Registration, 'username' | 'password'>,
  add: (tx: Transaction, passwordHash: string) => Promise<User>,
): Promise<User> {
  await refuseGuessable(services, { password, username, path: 'password' })
  const passwordHash = await hashPassword(password)
  return commitAs(
    services,
    (user: User) => ({ is: 'administrator', user, session: '', source: sourceOf(request) }),
    (user) => ({ ...aboutUser('joined')(user), action: 'created' }),
    (tx) => add(tx, passwordHash),
  )
}

const cookieName = 'industria-device'

/** The maximum lifetime of a cookie in browsers. */
const seconds = 400 * 24 * 3600

type Owner = { id: number; passwordHash: string }

/**
 * The cookie of a browser in which this person has signed in; it outlasts signing out. It grants no access: failed
 * logins with it are counted separately, so that strangers who guess cannot lock the person out. It is signed with the
 * stored password hash, so a new password invalidates it, and it needs no secret and no table. A browser that has it
 * already gets none.
 */
export async function deviceCookies(db: Database, userId: number, request: Request): Promise<string[]> {
  const [owner] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  if (knownDevice(request, owner)) return []
  const device = randomToken()
  return [privateCookie(cookieName, `${device}.${signatureOf(device, owner!)}`, requestOrigin(request), seconds)]
}

/** The random id of the requesting device, if `owner` has signed in there before. */
export function knownDevice(request: Request, owner: Owner | undefined): string | undefined {
  const value = readPrivateCookie(cookieName, request.headers.get('cookie'), requestOrigin(request))
  const [, device, signature] = /^([\w-]{43})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (device === undefined || signature === undefined || !owner) return undefined
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(device, owner))) ? device : undefined
}

const signatureOf = (device: string, { id, passwordHash }: Owner): string =>
  new Bun.CryptoHasher('sha256', passwordHash).update(`${cookieName}:${id}:${device}`).digest('base64url')
