import type { Database } from '#platform/db/database'
import { livingSessions } from '#auth/sessions/sessions'
import { tokenOfSession } from './let-tokens-in'
import { livingTokens } from './store'

/** Which of these, by the `session` of who asked, are still sessions or tokens. */
export async function findLiveSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const tokens = ids.flatMap((id) => tokenOfSession(id) ?? [])
  const isSession = (id: string) => tokenOfSession(id) === undefined
  const [sessions, living] = await Promise.all([
    ids.some(isSession) ? livingSessions(db, ids.filter(isSession)) : [],
    livingTokens(db, tokens),
  ])
  return new Set([...sessions, ...ids.filter((id) => living.has(tokenOfSession(id) ?? 0))])
}
