import { Elysia } from 'elysia'
import { forbidden, unauthorized } from '#contract/http-error'
import type { Services } from '#platform/services'
import { hasSecondFactor } from './second-factor/factors'
import { currentSession } from './sessions/current-session'
import { requestToken } from './tokens/let-tokens-in'

type Guarded = { request: Request; set: { headers: Record<string, unknown> } }

/**
 * Every route below it needs a signed-in administrator (401); `identify` tells which. The body of an unsafe request is
 * not even looked at before: hence the check in the parser's place, which reads have not. Where the site requires a
 * second factor, whoever has none gets 403, but for what is open `withoutFactor`.
 */
export function adminOnly(services: Services, { withoutFactor = false } = {}) {
  const known = new WeakMap<Request, Promise<void>>()
  const guard = (context: Guarded) => {
    const checked = known.get(context.request) ?? requireSession(services, context, { withoutFactor })
    known.set(context.request, checked)
    return checked
  }
  const parse = async (context: Guarded) => {
    await guard(context)
  }
  guards.add(parse)
  return new Elysia().onParse({ as: 'scoped' }, parse).derive({ as: 'scoped' }, async (context) => {
    await guard(context)
    return {}
  })
}

const guards = new WeakSet<WeakKey>()

/** Whether a hook of a route is the guard of `adminOnly`. */
export const isAdminGuard = (hook: unknown): boolean => typeof hook === 'function' && guards.has(hook)

/**
 * Throws 401 without a session or a token, and 403 where the person of a session has to add a second factor first. What
 * a token may not do is refused before (`app/api/token-scopes.ts`).
 */
export async function requireSession(
  services: Services,
  context: Guarded,
  { withoutFactor = false } = {},
): Promise<void> {
  if (requestToken(context.request)) return
  const session = await currentSession(services, context)
  if (!session) throw unauthorized()
  if (!withoutFactor && (await lacksFactor(services, session.user.id))) throw forbidden('errors.factorRequired')
}

/** Whether whoever asks may see what editors see, where a route has something else for visitors. */
export async function isAdmitted(services: Services, request: Request): Promise<boolean> {
  const actor = await services.identify(request)
  return actor.is === 'administrator' && !(await lacksFactor(services, actor.user.id))
}

/** Whether a person has to add a second factor before anything else. */
export const lacksFactor = async ({ config, db }: Services, userId: number): Promise<boolean> =>
  config.requireSecondFactor && !(await hasSecondFactor(db, userId))
