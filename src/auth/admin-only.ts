import { Elysia } from 'elysia'
import { forbidden, unauthorized } from '#contract/http-error'
import { readJson } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import { hasSecondFactor } from './second-factor/factors'
import { requestToken } from './tokens/token-check'
import { currentSession, type Exchange } from './identify'

/**
 * Guard: every route below it needs a signed-in administrator (401), returned by `identify`, and reads JSON bodies unless
 * it `streamsBodies`. Runs as a parser for unsafe methods, so that their body is not read without a session. Where the
 * site requires a second factor, people without one get 403, except on routes with `withoutFactor`.
 */
export function adminOnly(services: Services, { withoutFactor = false, streamsBodies = false } = {}) {
  const known = new WeakMap<Request, Promise<void>>()
  const guard = (context: Exchange) => {
    const checked = known.get(context.request) ?? requireSession(services, context, { withoutFactor })
    known.set(context.request, checked)
    return checked
  }
  const parse = async (context: Exchange) => {
    await guard(context)
    return streamsBodies ? null : readJson(context.request)
  }
  guards.add(parse)
  return new Elysia().onParse({ as: 'scoped' }, parse).derive({ as: 'scoped' }, async (context) => {
    await guard(context)
    return {}
  })
}

const guards = new WeakSet<WeakKey>()

/** Whether a route's hook is the guard of `adminOnly`. */
export const isAdminGuard = (hook: unknown): boolean => typeof hook === 'function' && guards.has(hook)

/**
 * Throws 401 without a session or a token, and 403 where the person of a session has to add a second factor first. The
 * scopes of tokens are checked before (`app/api/token-scopes.ts`).
 */
export async function requireSession(
  services: Services,
  context: Exchange,
  { withoutFactor = false } = {},
): Promise<void> {
  if (requestToken(context.request)) return
  const session = await currentSession(services, context)
  if (!session) throw unauthorized()
  if (!withoutFactor && (await isMissingFactor(services, session.user.id))) throw forbidden('errors.factorRequired')
}

/** Whether the request may see what editors see, on routes that return something else to visitors. */
export async function isAdmitted(services: Services, request: Request): Promise<boolean> {
  const actor = await services.identify(request)
  return actor.is === 'administrator' && !(await isMissingFactor(services, actor.user.id))
}

/** Whether a person must add a second factor before anything else. */
export const isMissingFactor = async ({ config, db }: Services, userId: number): Promise<boolean> =>
  config.requireSecondFactor && !(await hasSecondFactor(db, userId))
