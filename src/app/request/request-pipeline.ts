import { features } from '#app/features'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { hasBearerToken } from '#auth/tokens/token-check'
import { defaultLanguage } from '#i18n/language'
import { preferredLanguage } from '#i18n/visitor-language'
import type { Config } from '#platform/config'
import type { ShownPage } from '#platform/visits/seen-page'
import { timedForms } from '#app/document/forms'
import { type Manifest, readManifest } from '#app/manifest'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { ResponseCache, type CachedResponse } from '#app/response-cache/response-cache'
import { createOwnTexts } from '#app/own-texts'
import { type Connection, isApi, nextRequestId, readVisit, type Visit } from '#app/visit'
import type { AnswerKind } from '#platform/metrics/meter'
import { withRequestDeadline } from '#platform/request-deadline'
import { requestActor } from '#platform/http/request-facts'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import type { Services } from '#platform/services'
import { firstOf } from './handler'
import { createHandlers } from './handlers'
import { clientAddressOf } from './origin'
import { createRefusal } from './refusal'
import { mayBeReleased } from './released-assets'
import { withoutSecrets } from './secret-links'

/** The longest URL that is looked up in the cache, in characters. */
const longestAddress = 3000

type RequestPipeline = { fetch(request: Request, server: Connection): Response | Promise<Response> }

/**
 * Answers every request: cached responses by one look-up, others by the first handler with a response. Every response
 * has the security headers and is logged.
 */
export function createRequestPipeline(
  services: Services,
  {
    manifest = readManifest(),
    responseCache = new ResponseCache(services.cacheTags, createExpiresAt(services)),
  }: { manifest?: Manifest; responseCache?: ResponseCache } = {},
): RequestPipeline {
  const { config, log, meter, formOpenings, notFoundHits, redirectHits } = services
  const { trustProxy } = config
  const cachedResponses = createCachedResponses(responseCache, config)
  const { handlers, site } = createHandlers(services, manifest, responseCache)
  const followTexts = createOwnTexts(services)
  const watchers = features.flatMap(({ api }) => api?.pageSeen?.(services) ?? [])
  const refuse = createRefusal(services, site)
  meter.gauge('cacheHits', () => responseCache.hits)
  meter.gauge('cacheMisses', () => responseCache.misses)
  meter.gauge('cacheBytes', () => responseCache.bytes)

  function fetch(request: Request, connection: Connection): Response | Promise<Response> {
    const started = performance.now()
    const cached = cachedResponses.find(request)
    if (cached === undefined) return withRequestDeadline(() => answer(readVisit(request, connection), started))
    const { path, status } = cached
    const response = cachedResponses.respond(request, cached)
    if (status === 301) redirectHits.add(path)
    noteRead(path, cached.page, '', request, connection)
    const ms = performance.now() - started
    meter.answered('kept', response.status, ms)
    log.access({ method: 'GET', path, status: response.status, ms, id: nextRequestId() })
    return response
  }

  async function answer(visit: Visit, started: number): Promise<Response> {
    if (hasRunLong()) await yieldToEventLoop()
    await followTexts()
    const { request, method, id } = visit
    const response = await handle(visit).catch((thrown: unknown) => refuse(visit, thrown))
    noteHit(visit, response.status)
    const page = response.status < 400 ? visit.page : undefined
    if (method === 'GET') noteRead(visit.path, page, visit.search, request, visit.connection)
    const actor = requestActor(request)
    const user = actor.is === 'administrator' ? actor.user.id : undefined
    const { status } = response
    const ms = performance.now() - started
    meter.answered(kindOf(visit.path, response), status, ms)
    log.access({ method, path: withoutSecrets(visit.path), status, ms, id, user })
    return response
  }

  async function handle(visit: Visit): Promise<Response> {
    const found = await firstOf(handlers, visit)
    return found instanceof Response ? found : cachedResponses.respondFirst(visit, found)
  }

  /** Counts 404s and redirects, cached responses included. */
  function noteHit({ path, isMissing }: Visit, status: number) {
    if (status === 404 && isMissing && withoutSecrets(path) === path) notFoundHits.add(path)
    else if (status === 301) redirectHits.add(path)
  }

  function noteRead(
    path: string,
    page: ShownPage | undefined,
    search: string,
    request: Request,
    connection?: Connection,
  ) {
    const address = addressOf(request, connection)
    if (timedForms.has(path)) formOpenings.note(request.headers, address())
    if (page) for (const seen of watchers) seen(request, page, search, address)
  }

  /** The client address, computed lazily and once, because it is slow. */
  function addressOf(request: Request, connection: Connection | undefined): () => string {
    let known: string | undefined
    return () => (known ??= clientAddressOf(request.headers, () => connection?.requestIP(request)?.address, trustProxy))
  }

  return { fetch }
}

/** The kind of a response; 404 and 304 responses are classified by their path. */
function kindOf(path: string, { headers }: Response): AnswerKind {
  if (isApi(path)) return 'api'
  const type = headers.get('content-type')
  const isPage = type === null ? !/\.[^/]*$/.test(path) : type.startsWith('text/html')
  return isPage ? 'page' : 'file'
}

/**
 * Cached responses by their exact request: everything about such a request was checked before. Each line here is part
 * of every request's time.
 */
function createCachedResponses(responseCache: ResponseCache, { trustProxy }: Pick<Config, 'trustProxy'>) {
  function find(request: Request): CachedResponse | undefined {
    const { url } = request
    if (request.method !== 'GET' || url.length > longestAddress) return undefined
    const cookie = request.headers.get('cookie')
    const found = responseCache.findAlias(nameOf(url, request.headers, cookie))
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
    responseCache.respond(cached, headers.get('accept-encoding'), headers.get('if-none-match'))

  /** If the URL identifies this response, the next request for it is answered by one look-up. */
  function respondFirst({ request, path, search }: Visit, made: CachedResponse): Response {
    if (isApi(path) || (search === '' && !mayBeReleased(path)))
      responseCache.alias(nameOf(request.url, request.headers, request.headers.get('cookie')), made)
    return respond(request, made)
  }

  return { find, respond, respondFirst }
}
