import { forbidden, unauthorized } from '#contract/http-error'
import type { Actor } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import type { Passwords } from '#auth/passwords/passwords'
import { countConfirmation, refundHits } from '#auth/sign-in/login-attempts'
import { findUser } from '#auth/store'

type Administrator = Extract<Actor, { is: 'administrator' }>

/**
 * Throws 403 unless this is the password of the signed-in person. Failures are rate-limited, and take as long as a
 * failed login.
 */
export async function confirmPassword(
  services: Services,
  passwords: Passwords,
  typed: string,
  request: Request,
): Promise<void> {
  const { user, session } = signedInAdministrator(request)
  const hits = await countConfirmation(services, session)
  const found = await findUser(services.db, user.username)
  if (!(await passwords.verify(typed, found?.passwordHash))) throw forbidden('errors.currentPassword')
  await refundHits(services, hits)
}

/** The administrator of a request that has passed a guard. */
export function signedInAdministrator(request: Request): Administrator {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') throw unauthorized()
  return actor
}
