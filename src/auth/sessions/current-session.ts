import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { requestSession } from '#auth/identify'
import { recordUse, extendSession, type Session } from './sessions'
import { sourceOf } from '#auth/sign-in/source'

/** The session of a request, extended when it is due; null without one. */
export async function currentSession(
  { db, log }: Services,
  { request, set }: { request: Request; set: { headers: Record<string, unknown> } },
): Promise<Session | null> {
  const session = await requestSession(db, request)
  if (session?.isAging) {
    try {
      set.headers['set-cookie'] = await extendSession(
        db,
        session,
        request.headers.get('cookie'),
        requestOrigin(request),
      )
    } catch (error) {
      // Reading must still work on a full disk.
      log.warn('A session could not be extended', { error })
    }
  }
  if (session?.isUnnoted) {
    try {
      await recordUse(db, session, sourceOf(request))
    } catch (error) {
      log.warn('The last use of a session could not be stored', { error })
    }
  }
  return session
}
