import { LRUCache } from 'lru-cache'
import { HttpError, tooMany } from '#contract/http-error'
import type { Services } from '#platform/services'
import { identifyAs, sourceOf } from '#auth/identify'
import { findToken, type KnownToken, addUses, validTokens } from './store'
import type { Database } from '#platform/db/database'
import { validSessions } from '#auth/sessions/sessions'
import { bearerOf } from './token-text'

/** The limit of a token's requests in a minute that begins with the first of them. */
const mostInMinute = 600
const minuteLength = 60_000

const tokensOfRequests = new WeakMap<Request, KnownToken>()

/** The token that authenticated a request of the API; undefined without one. */
export const requestToken = (request: Request): KnownToken | undefined => tokensOfRequests.get(request)

/** Whether a request has a bearer token, valid or not: it has to be verified before any response. */
export const hasBearerToken = ({ headers }: Request): boolean => bearerOf(headers) !== undefined

/**
 * Authenticates API requests with a token: from then on the token alone decides the actor, whatever the cookies. Throws
 * 401 for an invalid one, and 429 over its rate limit.
 */
export function createTokenCheck(services: Services) {
  const countUse = createTokenUses(services)
  return async (request: Request): Promise<void> => {
    const token = await findToken(services.db, bearerOf(request.headers) ?? '')
    if (!token) throw new HttpError(401, 'errors.tokenInvalid', { headers: challenge('invalid_token') })
    tokensOfRequests.set(request, token)
    const { address } = sourceOf(request)
    identifyAs(request, {
      is: 'administrator',
      user: token.user,
      session: tokenSession(token.id),
      source: { address, device: `token ${token.name}` },
    })
    countUse(token.id)
  }
}

/** 403 for a route outside the token's scope. */
export const insufficientScope = () =>
  new HttpError(403, 'errors.tokenScope', { headers: challenge('insufficient_scope') })

const challenge = (error: string) => ({ 'WWW-Authenticate': `Bearer error="${error}"` })

/**
 * A token's session id: identifies repeated requests (idempotency), and ends open streams when the token is deleted.
 */
const sessionPrefix = 'token '
const tokenSession = (id: number): string => sessionPrefix + id

/** The token id of such a session id; undefined for a real session. */
const tokenOfSession = (session: string): number | undefined =>
  session.startsWith(sessionPrefix) ? Number(session.slice(sessionPrefix.length)) : undefined

type Minute = { endsAt: number; hits: number; unreported: number; isReporting: boolean }

/**
 * Counts the requests of each token in memory, so that no request waits for a write, and counting works while the
 * database is down. Processes share their counts through the token's row, which also has its last use. So several
 * processes may together answer a few requests more than the limit, but never refuse one too early.
 */
export function createTokenUses({ db, log, config }: Pick<Services, 'db' | 'log' | 'config'>) {
  const isAlone = config.databaseUrl === undefined
  const minutes = new LRUCache<number, Minute>({ max: 1000 })

  async function report(id: number, minute: Minute): Promise<void> {
    minute.isReporting = true
    try {
      while (minute.unreported > 0) {
        const count = minute.unreported
        minute.unreported = 0
        const total = await addUses(db, id, count)
        if (total && !isAlone)
          Object.assign(minute, { hits: total.hits + minute.unreported, endsAt: performance.now() + total.left })
      }
    } catch (error) {
      log.debug('The uses of a token could not be stored', { error })
    } finally {
      minute.isReporting = false
    }
  }

  /** Throws 429 for a request over the limit. */
  return (id: number): void => {
    const at = performance.now()
    let minute = minutes.get(id)
    if (!minute || minute.endsAt <= at) {
      minute = { endsAt: at + minuteLength, hits: 0, unreported: 0, isReporting: false }
      minutes.set(id, minute)
    }
    if (minute.hits >= mostInMinute) throw tooMany((minute.endsAt - at) / 1000)
    minute.hits++
    minute.unreported++
    if (!minute.isReporting && !(isAlone && minute.hits > 1)) void report(id, minute)
  }
}

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
