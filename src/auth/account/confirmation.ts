import { eq, sql } from 'drizzle-orm'
import { forbidden, unauthorized } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import type { WriteContext } from '#platform/writes/commit'
import type { SessionConfirmation } from '#auth/contract'
import { verifyPassword } from '#auth/passwords/passwords'
import { sessions } from '#auth/table'
import type { Actor } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import { countConfirmation, refundHits } from '#auth/sign-in/login-attempts'
import { findUser } from '#auth/store'

type Administrator = Extract<Actor, { is: 'administrator' }>

/** Throws 403 unless this is the password of the signed-in person. It takes as long as a failed login. */
export const confirmPassword = (services: Services, typed: string, request: Request): Promise<void> =>
  countProof(services, request, async (person) => {
    if (!(await verifyPassword(typed, person.passwordHash))) throw forbidden('errors.currentPassword')
  })

/** Runs a check of what the signed-in person proves; when it throws, that counts as a failed login. Throws 429. */
export async function countProof<Result>(
  services: Services,
  request: Request,
  check: (person: NonNullable<Awaited<ReturnType<typeof findUser>>>) => Promise<Result>,
): Promise<Result> {
  const { user, session } = signedInAdministrator(request)
  const person = await findUser(services.db, user.username)
  // Removed by somebody else meanwhile.
  if (!person) throw unauthorized()
  const hits = await countConfirmation(services, request, { session, username: user.username, user: person })
  const result = await check(person)
  await refundHits(services, hits)
  return result
}

/** The administrator of a request that has passed a guard. */
export function signedInAdministrator(request: Request): Administrator {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') throw unauthorized()
  return actor
}

const until = sql`${sessions.confirmedAt} + interval '10 minutes'`

/**
 * Throws 403 unless the request has the person's current password, or its session was confirmed within 10 minutes: whoever
 * has stolen a session must not get by it what outlasts the session. Resolves to the context of the write, without the
 * password, because the hash of the body is stored with an Idempotency-Key. For a record that is not there (`isThere`)
 * nothing needs to be confirmed: the write answers 404, or repeats the answer of its deletion.
 */
export async function confirmWrite<Context extends WriteContext & { body: Confirmable }>(
  services: Services,
  context: Context,
  isThere = true,
): Promise<Omit<Context, 'body'> & { body: Omit<NonNullable<Context['body']>, 'currentPassword'> }> {
  const { currentPassword, ...body } = context.body ?? {}
  if (isThere && currentPassword === undefined) await requireConfirmed(services, context.request)
  else if (isThere && currentPassword !== undefined) await confirmPassword(services, currentPassword, context.request)
  return { ...context, body: body as Omit<NonNullable<Context['body']>, 'currentPassword'> }
}

type Confirmable = { currentPassword?: string } | null | undefined

/** Throws 403 unless the session of the request was confirmed within 10 minutes. */
export async function requireConfirmed({ db }: Services, request: Request): Promise<void> {
  const { session } = signedInAdministrator(request)
  if ((await readConfirmation(db, session)).confirmedUntil === null)
    throw forbidden('errors.unconfirmed', [{ path: 'currentPassword', message: 'errors.unconfirmed' }])
}

/** Until when a session counts as confirmed. Throws 401 when it has ended meanwhile. */
export async function readConfirmation(db: Database, session: string): Promise<SessionConfirmation> {
  const [row] = await db
    .select({ confirmedUntil: sql`case when ${until} > now() then ${until} end`.mapWith(sessions.expiresAt) })
    .from(sessions)
    .where(eq(sessions.id, session))
  if (!row) throw unauthorized()
  return row
}

export async function setConfirmed(db: Database, session: string): Promise<SessionConfirmation> {
  await db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, session))
  return readConfirmation(db, session)
}
