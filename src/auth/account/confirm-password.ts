import { forbidden, unauthorized } from '#contract/http-error'
import type { Actor } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import type { Passwords } from '#auth/passwords/passwords'
import { countConfirmation, refundHits } from '#auth/sign-in/login-attempts'
import { findUser } from '#auth/store'

type Administrator = Extract<Actor, { is: 'administrator' }>

/** Throws 403 unless this is the password of the signed-in person. It takes as long as a failed login. */
export const confirmPassword = (
  services: Services,
  passwords: Passwords,
  typed: string,
  request: Request,
): Promise<void> =>
  countProof(services, request, async (person) => {
    if (!(await passwords.verify(typed, person.passwordHash))) throw forbidden('errors.currentPassword')
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
