import { Elysia } from 'elysia'
import { unauthorized } from '#base/http-error'
import type { Services } from '#base/services'
import { setRequestActor } from '#base/http/request-facts'
import { currentSession } from './current-session'
import type { Session } from './sessions'

type Guarded = { request: Request; set: { headers: Record<string, unknown> } }

/**
 * Every route below it needs a signed-in administrator (401), who is then in `session`. The body of an unsafe request is not even
 * looked at before: hence the check in the parser's place, which reads have not.
 */
export function adminOnly(services: Services) {
  const known = new WeakMap<Request, Promise<Session>>()
  const guard = (context: Guarded) => {
    const session = known.get(context.request) ?? requireSession(services, context)
    known.set(context.request, session)
    return session
  }
  return new Elysia()
    .onParse({ as: 'scoped' }, async (context) => {
      await guard(context)
    })
    .derive({ as: 'scoped' }, async (context) => ({ session: await guard(context) }))
}

async function requireSession(services: Services, context: Guarded): Promise<Session> {
  const session = await currentSession(services, context)
  if (!session) throw unauthorized()
  setRequestActor(context.request, { is: 'administrator', user: session.user, session: session.id })
  return session
}
