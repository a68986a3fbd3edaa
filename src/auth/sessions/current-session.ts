import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { requestSession } from '#auth/identify'
import { noteUse, prolongSession, type Session } from './sessions'
import { sourceOf } from '#auth/sign-in/source'

/** The session of a request, prolonged when its time has come; null without one. */
export async function currentSession(
  { db, log }: Services,
  { request, set }: { request: Request; set: { headers: Record<string, unknown> } },
): Promise<Session | null> {
  const session = await requestSession(db, request)
  if (session?.isAging) {
    try {
      set.headers['set-cookie'] = await prolongSession(
        db,
        session,
        request.headers.get('cookie'),
        requestOrigin(request),
      )
    } catch (error) {
      // A full disk must not keep the administrator from reading.
      log.warn('A session could not be prolonged', { error })
    }
  }
  if (session?.isUnnoted) {
    try {
      await noteUse(db, session, sourceOf(request))
    } catch (error) {
      log.warn('That a session is in use could not be noted', { error })
    }
  }
  return session
}
