import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { identifyAs } from '#auth/identify'
import { sourceOf } from '#auth/sign-in/source'
import { findToken, type KnownToken } from './store'
import { bearerOf } from './token-text'
import { createTokenUses } from './token-uses'

const tokens = new WeakMap<Request, KnownToken>()

/** The token that a request of the API was let in by; undefined without one. */
export const requestToken = (request: Request): KnownToken | undefined => tokens.get(request)

/** Whether a request brings what claims to be a token: then nothing is answered before that is looked at. */
export const hasBearerToken = ({ headers }: Request): boolean => bearerOf(headers) !== undefined

/**
 * What the API asks of a request that brings a token, whatever it is for: from then on the token alone says who asks,
 * whatever the cookies are. Throws 401 for what is no valid one, and 429 for one that is used too often.
 */
export function createTokenCheck(services: Services) {
  const countUse = createTokenUses(services)
  return async (request: Request): Promise<void> => {
    const token = await findToken(services.db, bearerOf(request.headers) ?? '')
    if (!token) throw new HttpError(401, 'errors.tokenInvalid', { headers: challenge('invalid_token') })
    tokens.set(request, token)
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

/** What a token may not do. */
export const insufficientScope = () =>
  new HttpError(403, 'errors.tokenScope', { headers: challenge('insufficient_scope') })

const challenge = (error: string) => ({ 'WWW-Authenticate': `Bearer error="${error}"` })

/** A token in the place of a session: by it repeats of a request are known, and open streams end with it. */
const sessionPrefix = 'token '
const tokenSession = (id: number): string => sessionPrefix + id

/** The id of the token that stands in the place of a session; undefined for a session. */
export const tokenOfSession = (session: string): number | undefined =>
  session.startsWith(sessionPrefix) ? Number(session.slice(sessionPrefix.length)) : undefined
