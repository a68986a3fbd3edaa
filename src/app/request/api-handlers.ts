import { createDeclaredNames } from '#app/api/declared-names'
import type { createApi } from '#app/api/api'
import { compressed, compressedAsSent } from '#app/response-cache/compressed'
import type { createPublicData } from '#app/response-cache/public-data'
import type { CachedResponse, ResponseCache } from '#app/response-cache/response-cache'
import { isApi, isRead, type Visit } from '#app/visit'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { hasBearerToken } from '#auth/tokens/token-check'
import type { Config } from '#platform/config'
import { setKeepOpen } from '#platform/http/request-facts'
import { hasCurrentEtag } from '#platform/http/revalidated'
import { dataHeaders, securityHeaders } from '#platform/http/security-headers'
import { isStreamed } from '#platform/long-list'
import type { VisitorWork } from './visitor-work'

type Api = ReturnType<typeof createApi>
type Tools = {
  api: Api
  data: ReturnType<typeof createPublicData>
  visitorWork: VisitorWork
  config: Pick<Config, 'siteUrl'>
}

/** Everything below `/api`: reads that all visitors share from the response cache, the rest from Elysia. */
export function createApiHandler({ api, data, visitorWork, config }: Tools) {
  const readNames = createDeclaredNames(api)

  /** Reads that are not cached. One with a query may have any; without one it is the same cheap read for everybody. */
  function readUncached({ request, connection, path, search }: Visit) {
    if (connection === undefined || readNames(path, search) === '') return api.handle(request)
    visitorWork.count(request)
    return visitorWork.inTurn(async () => api.handle(request))
  }

  return async (visit: Visit): Promise<CachedResponse | Response | undefined> => {
    const { request, connection, method, path, search } = visit
    if (!isApi(path)) return undefined
    if (!isRead(method)) setKeepOpen(request, () => connection?.timeout?.(request, 0))
    const isPersonal = hasSessionCookie(request.headers.get('cookie')) || hasBearerToken(request)
    const shared = isRead(method) && !isPersonal ? await data.read(path + readNames(path, search)) : undefined
    if (shared && !(shared instanceof Response)) return shared
    const own =
      shared ??
      (isPersonal
        ? await data.readFor(request, path + search)
        : await (isRead(method) ? readUncached(visit) : api.handle(request)))
    const response = withHeaders(own, { ...dataHeaders(config), ...framed(own) })
    if (isPersonal) response.headers.set('Cache-Control', 'no-store')
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) connection?.timeout?.(request, 0)
    const etag = shared?.status === 200 ? shared.headers.get('etag') : null
    if (etag !== null && hasCurrentEtag(request, etag)) return notModified(response)
    if (method !== 'GET') return response
    const isLong = shared?.status === 200 || isStreamed(request)
    return (isLong ? compressedAsSent : compressed)(response, request.headers.get('accept-encoding'))
  }
}

/** The API documentation and its assets: public, cached and compressed like pages. */
export function createSwagger(api: Api, responseCache: ResponseCache, config: Pick<Config, 'siteUrl'>) {
  const own = () => ({ ...securityHeaders('site', config.siteUrl), Vary: 'Accept-Encoding' })
  return async ({ request, method, path }: Visit): Promise<CachedResponse | Response | undefined> => {
    if (path !== '/swagger' && !path.startsWith('/swagger/')) return undefined
    const answerOne = async () => withHeaders(await api.handle(request), own())
    if (!isRead(method)) return answerOne()
    return responseCache.obtain(path, ['site-settings'], async () => {
      const response = await api.handle(new Request(`http://localhost${path}`))
      if (response.status !== 200) return answerOne()
      const headers = {
        ...own(),
        'Content-Type': response.headers.get('content-type') ?? '',
        'Cache-Control': 'no-cache',
      }
      return { status: 200, bytes: await response.bytes(), headers, path }
    })
  }
}

async function notModified({ body, headers }: Response): Promise<Response> {
  await body?.cancel()
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** Headers by which a response controls framing and loading itself. */
const framed = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    ['Content-Security-Policy', 'X-Frame-Options', 'Referrer-Policy'].flatMap((name) => {
      const own = headers.get(name)
      return own === null ? [] : [[name, own]]
    }),
  )

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const name in headers) response.headers.set(name, headers[name] ?? '')
  return response
}
