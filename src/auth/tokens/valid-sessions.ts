import type { Database } from '#platform/db/database'
import { validSessions } from '#auth/sessions/sessions'
import { tokenOfSession } from './token-check'
import { validTokens } from './store'

/** Which of these session ids are still valid sessions or tokens. */
export async function findValidSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const tokens = ids.flatMap((id) => tokenOfSession(id) ?? [])
  const isSession = (id: string) => tokenOfSession(id) === undefined
  const [sessions, living] = await Promise.all([
    ids.some(isSession) ? validSessions(db, ids.filter(isSession)) : [],
    validTokens(db, tokens),
  ])
  return new Set([...sessions, ...ids.filter((id) => living.has(tokenOfSession(id) ?? 0))])
}
