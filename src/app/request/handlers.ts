import { createApi } from '#app/api/api'
import { createDemoGuard } from '#app/demo/demo'
import { createPages } from '#app/document/pages'
import { features } from '#app/features'
import { createIcons } from '#app/icons/icon-files'
import { paletteOf } from '#app/document/head-markup'
import { createLookFiles } from '#app/look/look-style'
import { createFeeds } from '#app/machines/feeds'
import { createLlmsFiles } from '#app/machines/llms'
import { createMarkdownForms } from '#app/machines/markdown-forms'
import type { Manifest } from '#app/manifest'
import { createCrawlerFiles } from '#app/response-cache/crawler-files'
import { createOriginResponses } from '#app/response-cache/origin-responses'
import { createPublicReads, createPublicData } from '#app/response-cache/public-reads'
import type { ResponseCache, CachedResponse } from '#app/response-cache/response-cache'
import { createSiteReader, type SiteReader } from '#app/site-reader'
import { createMetricsEndpoint, withoutMetrics } from '#app/system/metrics-endpoint'
import { createSocialPictures } from '#app/social/social-pictures'
import { isRead, type Visit, readVisit, isApi } from '#app/visit'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { answerChallenge } from '#platform/owner/address-challenge'
import { dataHeaders, securityHeaders, plainText } from '#platform/http/security-headers'
import { createDeclaredNames } from '#app/api/openapi'
import { compressed, compressedAsSent } from '#app/response-cache/encodings'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { hasBearerToken } from '#auth/tokens/token-check'
import type { Config } from '#platform/config'
import { setKeepOpen } from '#platform/http/request-facts'
import { hasCurrentEtag } from '#platform/http/revalidated'
import { isStreamed } from '#platform/long-list'
import { createHostCheck, createHealthCheck } from './origin'
import { createStaticFiles, createReleasedAssets } from './static-files'
import { createVisitorWork, type VisitorWork } from './visitor-work'

type Api = ReturnType<typeof createApi>
type Tools = {
  api: Api
  data: ReturnType<typeof createPublicData>
  visitorWork: VisitorWork
  config: Pick<Config, 'siteUrl'>
}

/** Everything below `/api`: reads that all visitors share from the response cache, the rest from Elysia. */
function createApiHandler({ api, data, visitorWork, config }: Tools) {
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
function createSwagger(api: Api, responseCache: ResponseCache, config: Pick<Config, 'siteUrl'>) {
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

/**
 * The request handlers, in order; pages are the last and answer everything. Requests with a missing, malformed or
 * foreign Host are refused first.
 */
export function createHandlers(
  services: Services,
  manifest: Manifest,
  responseCache: ResponseCache,
): { handlers: readonly Handler[]; site: SiteReader } {
  const { config } = services
  const own: Services = { ...services, ...createOwnVisits(() => all), isLive: (path) => pages.isLive(path) }
  const siteReader = createSiteReader(own)
  const elysia = createApi(own, () => manifest, siteReader)
  const reads = createPublicReads()
  const data = createPublicData({ services, api: elysia, reads, responseCache })
  const obtainAt = createOriginResponses(responseCache)

  const challenge = createChallenge(services)
  const hostCheck = createHostCheck(services.config)
  const healthCheck = createHealthCheck(services)
  const demoGuard = createDemoGuard(config)
  const metrics = createMetricsEndpoint(services, manifest)
  const visitorWork = createVisitorWork(services.config)
  const api = createApiHandler({ api: elysia, data, visitorWork, config })
  const swagger = createSwagger(elysia, responseCache, config)
  const icon = createIcons(services, siteReader)
  const lookFile = createLookFiles(paletteOf(manifest), config)
  const staticFile = createStaticFiles(manifest.files, config)
  const releasedAsset = createReleasedAssets(services.db, config)
  const crawlerFile = createCrawlerFiles(services, obtainAt, siteReader)
  const feed = createFeeds(services, obtainAt, siteReader)
  const featureFiles = features.flatMap((feature) => feature.api?.files?.(services) ?? [])
  const socialPicture = createSocialPictures(services, {
    files: manifest.files,
    read: data.fetch,
    find: findOwn,
    site: siteReader,
  })
  const pages = createPages({ services, manifest, obtainAt, reads, data, site: siteReader, visitorWork })

  const answerPage = (visit: Visit) => pages.answer(withoutMetrics(visit))
  const markdownForm = createMarkdownForms(answerPage, obtainAt, config)
  const llmsFile = createLlmsFiles({ answerPage, fetch: data.fetch, site: siteReader, obtain: obtainAt, config })

  const site: readonly Handler[] = [
    ...[
      icon,
      lookFile,
      staticFile,
      releasedAsset,
      crawlerFile,
      feed,
      llmsFile,
      markdownForm,
      socialPicture,
      ...featureFiles,
    ].map(forReads),
    answerPage,
  ]

  /** A file of a feature, by its path; undefined if there is none. */
  async function findOwn(path: string): Promise<Response | undefined> {
    const asked = { path, method: 'GET', request: new Request(`http://localhost${path}`) }
    for (const fileOf of featureFiles) {
      const found = await fileOf(asked).catch((error: unknown) => {
        if (!(error instanceof HttpError) || error.status !== 404) throw error
      })
      if (found) return found
    }
    return undefined
  }

  const all: readonly Handler[] = [addressLimit, healthCheck, demoGuard, api, swagger, ...site]

  return { handlers: [metrics.forBearer, challenge, hostCheck, metrics.forThisMachine, ...all], site: siteReader }
}

const forReads =
  (handler: Handler): Handler =>
  (visit) =>
    isRead(visit.method) ? handler(visit) : undefined

/**
 * Limits in characters. No page has so long a path; a query may contain a long search text, each letter of which takes up
 * to twelve.
 */
const longestPath = 2048
const longestAddress = 12_288

function addressLimit({ path, search }: Visit): undefined {
  if (path.length > longestPath || path.length + search.length > longestAddress)
    throw new HttpError(414, 'errors.addressTooLong')
}

/** Runs requests through the pipeline in process, as a visitor would, to find out whether a URL is a live page. */
function createOwnVisits(handlers: () => readonly Handler[]): Pick<Services, 'isPage' | 'answerAt'> {
  async function answerAt(address: string, origin: string): ReturnType<Services['answerAt']> {
    try {
      const visit: Visit = { ...readVisit(new Request(origin + address)), origin }
      const found = await firstOf(handlers(), visit)
      const page = visit.page?.path
      if (!(found instanceof Response)) return { status: found.status, location: found.headers.Location, page }
      await found.body?.cancel()
      return { status: found.status, location: found.headers.get('location') ?? undefined, page }
    } catch (error) {
      if (error instanceof HttpError) return { status: error.status }
      throw error
    }
  }

  return {
    answerAt,
    async isPage(path, origin) {
      const withoutSlash = path.slice(0, -1)
      for (const asked of withoutSlash === '' ? [path] : [path, withoutSlash])
        if ((await answerAt(asked, origin)).status === 200) return true
      return false
    },
  }
}

/** By its answer a new address is recognized as this site's, before its host is accepted. */
function createChallenge(services: Services): Handler {
  return async ({ path, method }) => {
    const answer = isRead(method) ? await answerChallenge(services.db, path) : undefined
    return answer === undefined ? undefined : plainText(services.config, method === 'HEAD' ? null : answer)
  }
}

type Found = CachedResponse | Response | undefined
/** The response, or undefined to try the next handler. */
type Handler = (visit: Visit) => Found | Promise<Found>

/** The response of the first handler that has one. */
export async function firstOf(handlers: readonly Handler[], visit: Visit): Promise<CachedResponse | Response> {
  for (const handler of handlers) {
    const found = await handler(visit)
    if (found) return found
  }
  throw new Error('The pages answer whatever no other handler does')
}
