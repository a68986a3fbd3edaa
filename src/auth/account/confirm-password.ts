import { forbidden, unauthorized } from '#contract/http-error'
import type { Actor } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import type { Passwords } from '#auth/passwords/passwords'
import { countConfirmation, takeBack } from '#auth/sign-in/login-tries'
import { findUser } from '#auth/store'

type Administrator = Extract<Actor, { is: 'administrator' }>

/** Throws 403 unless this is the password of whoever asks: counted, and as long, as a login that fails. */
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
  await takeBack(services, hits)
}

/** Of a request that a guard has let in. */
export function signedInAdministrator(request: Request): Administrator {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') throw unauthorized()
  return actor
}
