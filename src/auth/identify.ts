import type { Database } from '#platform/db/database'
import { type Actor, visitor, type Source } from '#platform/events/events'
import { requestOrigin, setRequestActor, clientAddress } from '#platform/http/request-facts'
import { findSession, type Session, recordUse, extendSession } from './sessions/sessions'
import { parse } from 'bowser'
import { LRUCache } from 'lru-cache'
import type { Services } from '#platform/services'
import type { WriteContext } from '#platform/writes/commit'

/** A request, and the headers of its response. */
export type Exchange = Pick<WriteContext, 'request' | 'set'>

type Known = { actor: Actor; session: Session | null }

const known = new WeakMap<Request, Promise<Known>>()

/**
 * Authenticates a request, once for all callers: guards, writes, pages and the log. Without a session cookie it runs no
 * query.
 */
export const identify = async (db: Database, request: Request): Promise<Actor> => (await know(db, request)).actor

/** The session of a request, extended when it is due; null without one. */
export async function currentSession({ db, log }: Services, { request, set }: Exchange): Promise<Session | null> {
  const { session } = await know(db, request)
  try {
    if (session?.isAging)
      set.headers['set-cookie'] = await extendSession(
        db,
        session,
        request.headers.get('cookie'),
        requestOrigin(request),
      )
    if (session?.isUnnoted) await recordUse(db, session, sourceOf(request))
  } catch (error) {
    // Reading must still work on a full disk.
    log.warn('The use of a session could not be stored', { error })
  }
  return session
}

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

let isAddressHidden = false

/** In a public try-out everybody could read where the others are. */
export function hideAddresses(isHidden: boolean): void {
  isAddressHidden = isHidden
}

/** Where a request comes from: `device` is the browser and the system (`Firefox, Windows`). */
export const sourceOf = (request: Request): Source => ({
  address: isAddressHidden ? '' : clientAddress(request),
  device: deviceOf(request.headers.get('user-agent') ?? ''),
})

/** Parsing a user agent takes longer than finding the session, and administrators use few of them. */
const devices = new LRUCache<string, string>({ max: 100, memoMethod: readDevice })

const deviceOf = (userAgent: string): string => (userAgent === '' ? '' : devices.memo(userAgent.slice(0, 512)))

function readDevice(userAgent: string): string {
  const { browser, os } = parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(', ')
  return (names || userAgent.split(' ')[0]!).slice(0, 100)
}
