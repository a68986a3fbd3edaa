import type { Database } from '#platform/db/database'
import { type Actor, visitor } from '#platform/events/events'
import { requestOrigin, setRequestActor } from '#platform/http/request-facts'
import { findSession, type Session } from './sessions/sessions'
import { sourceOf } from './sign-in/source'

type Known = { actor: Actor; session: Session | null }

const known = new WeakMap<Request, Promise<Known>>()

/**
 * Authenticates a request, once for all callers: guards, writes, pages and the log. Without a session cookie it runs no
 * query.
 */
export const identify = async (db: Database, request: Request): Promise<Actor> => (await know(db, request)).actor

/** The valid session of a request; null without one. */
export const requestSession = async (db: Database, request: Request): Promise<Session | null> =>
  (await know(db, request)).session

/** Sets the actor by other means than a cookie; call before `identify`. */
export function identifyAs(request: Request, actor: Actor): void {
  known.set(request, Promise.resolve({ actor, session: null }))
  setRequestActor(request, actor)
}

function know(db: Database, request: Request): Promise<Known> {
  const before = known.get(request)
  if (before) return before
  const found = look(db, request)
  known.set(request, found)
  return found
}

async function look(db: Database, request: Request): Promise<Known> {
  const session = await findSession(db, request.headers.get('cookie'), requestOrigin(request))
  const actor: Actor = session
    ? { is: 'administrator', user: session.user, session: session.id, source: sourceOf(request) }
    : visitor
  setRequestActor(request, actor)
  return { actor, session }
}
