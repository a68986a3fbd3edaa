import { Elysia } from 'elysia'
import { unauthorized } from '#contract/http-error'
import type { Services } from '#platform/services'
import { currentSession } from './sessions/current-session'

type Guarded = { request: Request; set: { headers: Record<string, unknown> } }

/**
 * Every route below it needs a signed-in administrator (401); `identify` tells which. The body of an unsafe request is
 * not even looked at before: hence the check in the parser's place, which reads have not.
 */
export function adminOnly(services: Services) {
  const known = new WeakMap<Request, Promise<void>>()
  const guard = (context: Guarded) => {
    const checked = known.get(context.request) ?? requireSession(services, context)
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

async function requireSession(services: Services, context: Guarded): Promise<void> {
  if (!(await currentSession(services, context))) throw unauthorized()
}
