import type { CachedResponse, ResponseCache } from '#app/response-cache/response-cache'
import { isApi, type Visit } from '#app/visit'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { hasBearerToken } from '#auth/tokens/let-tokens-in'
import { defaultLanguage } from '#i18n/language'
import { preferredLanguage } from '#i18n/visitor-language'
import type { Config } from '#platform/config'
import { mayBeReleased } from './released-assets'

/** The longest URL that is looked up in the cache, in characters. */
const longestAddress = 3000

/**
 * What was answered before, found by the address as it was sent: everything about such a request has been judged
 * already. Each line here is part of every request's time.
 */
export function createCachedResponses(kept: ResponseCache, { trustProxy }: Pick<Config, 'trustProxy'>) {
  function find(request: Request): CachedResponse | undefined {
    const { url } = request
    if (request.method !== 'GET' || url.length > longestAddress) return undefined
    const cookie = request.headers.get('cookie')
    const found = kept.findAlias(nameOf(url, request.headers, cookie))
    return found !== undefined && isApi(found.path) && (hasSessionCookie(cookie) || hasBearerToken(request))
      ? undefined
      : found
  }

  function nameOf(url: string, headers: Headers, cookie: string | null): string {
    const language = preferredLanguage(cookie)
    const name =
      language === defaultLanguage ? `${headers.get('host')} ${url}` : `${headers.get('host')} ${language} ${url}`
    return trustProxy ? `${headers.get('x-forwarded-proto')} ${headers.get('x-forwarded-host')} ${name}` : name
  }

  const respond = ({ headers }: Request, cached: CachedResponse): Response =>
    kept.respond(cached, headers.get('accept-encoding'), headers.get('if-none-match'))

  /** Where the address names this answer and no other, the next request for it is answered at once. */
  function respondFirst({ request, path, search }: Visit, made: CachedResponse): Response {
    if (isApi(path) || (search === '' && !mayBeReleased(path)))
      kept.alias(nameOf(request.url, request.headers, request.headers.get('cookie')), made)
    return respond(request, made)
  }

  return { find, respond, respondFirst }
}
