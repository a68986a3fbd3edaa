import { holdsSession } from '#auth/sessions/sessions'
import { withRequestDeadline } from '#platform/request-deadline'
import { readAddress } from '#i18n/addresses/href'
import type { ErrorBody } from '#contract/envelope'
import { isStreamed } from '#platform/long-list'
import { isHeld } from '#platform/http/revalidated'
import { HttpError } from '#contract/http-error'
import { requestActor, setClientAddress, setOrigin, setRequestId } from '#platform/http/request-facts'
import { securityHeaders } from '#platform/http/security-headers'
import { defaultLanguage } from '#i18n/language'
import { translate } from '#i18n/translate'
import { preferredLanguage } from '#i18n/visitor-language'
import type { Services } from '#platform/services'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { createApi } from '#app/api/api'
import { errorPage, errorPageStyleHash } from './error-page'
import { compressed, compressedAsSent } from '#app/response-cache/compressed'
import { toHttpError } from '#app/api/errors'
import { isReady, readiness } from './health'
import { type CachedResponse, ResponseCache } from '#app/response-cache/response-cache'
import { type Manifest, readManifest } from '#app/manifest'
import { clientAddressOf, createOriginCheck } from './origin'
import { features } from '#app/features'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { timedForms } from '#app/document/forms'
import { createPages } from '#app/document/pages'
import { withoutSecrets } from './secret-links'
import { createCrawlerFiles } from '#app/response-cache/crawler-files'
import { createFeeds } from '#app/machines/feeds'
import { createSecurityTxt } from '#app/machines/security-txt'
import { createSocialPictures } from '#app/social/social-pictures'
import { createPublicData } from '#app/response-cache/public-data'
import { createPublicReads } from '#app/response-cache/public-reads'
import { createReleasedAssets, mayBeReleased } from './released-assets'
import { createStaticFiles } from './static-files'
import type { Visit } from '#app/visit'

type Connection = {
  requestIP(request: Request): { address: string } | null
  /** Seconds without a byte after which the connection is closed; 0: never. */
  timeout?(request: Request, seconds: number): void
}
export type RequestPipeline = { fetch(request: Request, server: Connection): Response | Promise<Response> }

/**
 * Answers every request: cached responses by one look-up, then health, files, API and pages. Nothing gets past a missing,
 * malformed or foreign Host, and every answer carries the security headers and leaves a line in the log.
 */
export function createRequestPipeline(
  services: Services,
  {
    manifest = readManifest(),
    kept = new ResponseCache(services.cacheTags, createExpiresAt(services)),
  }: { manifest?: Manifest; kept?: ResponseCache } = {},
): RequestPipeline {
  const { config, log } = services
  const https = config.siteUrl?.startsWith('https:') ?? false
  const api = createApi({ ...services, isPage }, () => manifest)
  const reads = createPublicReads()
  const data = createPublicData({ services, api, reads, kept, https })
  const pages = createPages({ services, manifest, kept, reads, data })
  const ownFiles = features.flatMap((feature) => feature.api?.files?.(services) ?? [])
  const machineFiles = [
    createCrawlerFiles(services, kept),
    createFeeds(services, kept),
    createSecurityTxt(services, kept),
    createSocialPictures(services, { files: manifest.files, read: data.fetch, find: findOwn }),
    ...ownFiles,
  ]
  const findFile = createStaticFiles(manifest.files, https)
  const findReleased = createReleasedAssets(services.db, https)
  const checkOrigin = createOriginCheck(config)
  const dataHeaders = securityHeaders('data', { https })
  const swaggerHeaders = securityHeaders('site', { https })

  function fetch(request: Request, server: Connection): Response | Promise<Response> {
    const started = performance.now()
    const known = findKept(request)
    if (known === undefined) return withRequestDeadline(() => answer(request, server, started))
    if (known.entry.status === 301) services.redirectHits.add(known.entry.path)
    noteOpening(known.entry.path, request, server)
    log.access({
      method: 'GET',
      path: known.entry.path,
      status: known.response.status,
      ms: performance.now() - started,
      id: nextId(),
    })
    return known.response
  }

  /**
   * What was answered before: found by the address as it was sent, for everything about such a request has been judged
   * already.
   */
  function findKept(request: Request): { entry: CachedResponse; response: Response } | undefined {
    if (request.method !== 'GET') return undefined
    const { headers } = request
    if (request.url.length > longestKept) return undefined
    const cookie = headers.get('cookie')
    const entry = kept.findAlias(nameOf(request, cookie))
    if (entry === undefined || (holdsSession(cookie) && isApi(entry.path))) return undefined
    return { entry, response: kept.respond(entry, headers.get('accept-encoding'), headers.get('if-none-match')) }
  }

  function nameOf({ url, headers }: Request, cookie: string | null): string {
    const language = preferredLanguage(cookie)
    const name =
      language === defaultLanguage ? `${headers.get('host')} ${url}` : `${headers.get('host')} ${language} ${url}`
    return config.trustProxy ? `${headers.get('x-forwarded-proto')} ${headers.get('x-forwarded-host')} ${name}` : name
  }

  async function answer(request: Request, server: Connection, started: number): Promise<Response> {
    if (hasRunLong()) await yieldToEventLoop()
    const visit = readVisit(request)
    const response = await route(visit, server).catch((thrown: unknown) => refuse(visit, thrown))
    note(visit, response.status)
    if (visit.method === 'GET') noteOpening(visit.path, request, server)
    const actor = requestActor(request)
    const user = actor.is === 'administrator' ? actor.user.id : undefined
    log.access({
      method: visit.method,
      path: withoutSecrets(visit.path),
      status: response.status,
      ms: performance.now() - started,
      id: visit.id,
      user,
    })
    return response
  }

  /** What is asked for in vain, or where it is no more, is counted: cached responses too. */
  function note({ path, isMissing }: Visit, status: number) {
    if (status === 404 && isMissing && withoutSecrets(path) === path) services.notFoundHits.add(path)
    else if (status === 301) services.redirectHits.add(path)
  }

  function noteOpening(path: string, request: Request, server: Connection) {
    if (timedForms.has(path)) services.formOpenings.note(request.headers, addressOf(request, server))
  }

  const addressOf = (request: Request, server: Connection) =>
    clientAddressOf(request.headers, server.requestIP(request)?.address, config.trustProxy)

  async function route(visit: Visit, server: Connection): Promise<Response> {
    const { request, path, search } = visit
    const judged = checkOrigin(request.headers)
    if ('origin' in judged) visit.origin = judged.origin
    else if (judged.refused === 'malformed' || !isHealthCheck(path)) throw refusal(judged.refused)
    setRequestId(request, visit.id)
    setOrigin(request, visit.origin)
    setClientAddress(request, addressOf(request, server))

    if (path.length > longestPath || path.length + search.length > longestAddress)
      throw new HttpError(414, 'errors.addressTooLong')
    if (path === '/healthz') return plain(visit, 200, 'ok')
    if (path === '/readyz') {
      if (services.stopping.aborted) return plain(visit, 503, 'stopping', { 'Retry-After': '1' })
      return (await isReady(services))
        ? plain(visit, 200, readiness(services))
        : plain(visit, 503, 'unavailable', { 'Retry-After': '1' })
    }
    if (isApi(path)) return answerApi(visit, server)
    if (path === '/swagger' || path.startsWith('/swagger/')) return secured(await api.handle(request), swaggerHeaders)
    return finish(visit, await find(visit), search === '' && !mayBeReleased(path))
  }

  async function find(visit: Visit): Promise<CachedResponse | Response> {
    const { request, method, path } = visit
    const isRead = method === 'GET' || method === 'HEAD'
    const file = isRead
      ? (findFile(path, request.headers) ??
        (await findReleased(path, request.headers)) ??
        (await findMachineFile(visit)))
      : undefined
    return file ?? pages.answer(visit)
  }

  async function findMachineFile(visit: Visit): Promise<CachedResponse | Response | undefined> {
    for (const answerOf of machineFiles) {
      const found = await answerOf(visit)
      if (found) return found
    }
    return undefined
  }

  /** A file of a feature's, by its path; undefined where there is none. */
  async function findOwn(path: string): Promise<Response | undefined> {
    const asked = { path, method: 'GET', request: new Request(`http://localhost${path}`) }
    for (const fileOf of ownFiles) {
      const found = await fileOf(asked).catch((error: unknown) => {
        if (!(error instanceof HttpError) || error.status !== 404) throw error
      })
      if (found) return found
    }
    return undefined
  }

  /** Asks the site itself, as a visitor would: whatever it comes to show is known here without a list. */
  async function isPage(path: string, origin: string): Promise<boolean> {
    const withoutSlash = path.slice(0, -1)
    for (const asked of withoutSlash === '' ? [path] : [path, withoutSlash]) {
      if (isHealthCheck(asked)) return true
      const found = await find({ ...readVisit(new Request(origin + asked)), origin })
      if (found instanceof Response) await found.body?.cancel()
      if (found.status === 200) return true
    }
    return false
  }

  async function answerApi(visit: Visit, server: Connection): Promise<Response> {
    const { request, method, path, search } = visit
    const withSession = holdsSession(request.headers.get('cookie'))
    const entry = (method === 'GET' || method === 'HEAD') && !withSession ? await data.read(path + search) : undefined
    if (entry && !(entry instanceof Response)) return finish(visit, entry, true)
    const own = entry ?? (withSession ? await data.readFor(request, path + search) : await api.handle(request))
    const response = secured(own, dataHeaders)
    if (withSession) response.headers.set('Cache-Control', 'no-store')
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) server.timeout?.(request, 0)
    const etag = entry?.status === 200 ? entry.headers.get('etag') : null
    if (etag !== null && isHeld(request, etag)) return withoutBody(response)
    if (method !== 'GET') return response
    const isLong = entry?.status === 200 || isStreamed(request)
    return (isLong ? compressedAsSent : compressed)(response, request.headers.get('accept-encoding'))
  }

  /** `asSent`: the address names this answer and no other, so that the next request for it is answered at once. */
  function finish(visit: Visit, made: CachedResponse | Response, asSent: boolean): Response {
    if (made instanceof Response) return made
    const { headers } = visit.request
    if (asSent) kept.alias(nameOf(visit.request, headers.get('cookie')), made)
    return kept.respond(made, headers.get('accept-encoding'), headers.get('if-none-match'))
  }

  /** Whatever went wrong, in the form in which the visitor can read it; what broke is logged, never told. */
  function refuse(visit: Visit, thrown: unknown): Response {
    const { path, language, id } = visit
    const error = toHttpError(thrown)
    const { status, messageId, options } = error
    const broken = status >= 500
    if (broken) log.error('A request failed', { id, path: withoutSecrets(path), status, error: thrown })
    const headers = {
      'Content-Language': language,
      'Cache-Control': 'no-store',
      ...(broken ? { 'X-Request-Id': id } : {}),
      ...options.headers,
    }
    if (isApi(path)) {
      const body: ErrorBody = { message: translate(language, messageId, options.values) }
      return Response.json(body, { status, headers: { ...dataHeaders, ...headers } })
    }
    const html = errorPage({
      path,
      language,
      siteName: config.siteName,
      status,
      messageId,
      id: broken ? id : undefined,
    })
    return new Response(html, { status, headers: { ...errorHeaders, ...headers } })
  }

  const errorHeaders = {
    ...securityHeaders('site', { https, styleHash: errorPageStyleHash }),
    'Content-Type': 'text/html; charset=utf-8',
  }

  function plain({ method }: Visit, status: number, text: string, headers: Record<string, string> = {}): Response {
    if (method !== 'GET' && method !== 'HEAD')
      throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
    return new Response(text, {
      status,
      headers: { ...dataHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    })
  }

  return { fetch }
}

function readVisit(request: Request): Visit {
  const { url, method } = request
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', from)
  const address = from < 0 ? '/' : url.slice(from, hash < 0 ? undefined : hash)
  const query = address.indexOf('?')
  const path = query < 0 ? address : address.slice(0, query)
  return {
    request,
    method,
    path,
    search: query < 0 || query === address.length - 1 ? '' : address.slice(query),
    origin: '',
    language: readAddress(path).pinned ?? preferredLanguage(request.headers.get('cookie')),
    id: nextId(),
  }
}

/**
 * Characters. No page has so long a path; a query may hold a long text to search for, each letter of which takes up to
 * twelve.
 */
const longestPath = 2048
const longestAddress = 12_288
/** With scheme and host: what is longer is not looked up. */
const longestKept = 3000

const start = crypto.randomUUID().slice(0, 8)
let count = 0
const nextId = () => `${start}-${count++}`

/** Balancers ask by the process's address, and the plainest of them (HTTP/1.0) name no host at all. */
const isHealthCheck = (path: string) => path === '/healthz' || path === '/readyz'
const refusal = (refused: 'missing' | 'malformed' | 'misdirected') =>
  refused === 'misdirected' ? new HttpError(421, 'errors.misdirected') : new HttpError(400, 'errors.host')

const isApi = (path: string) => path.startsWith('/api/') || path === '/api'

async function withoutBody({ body, headers }: Response): Promise<Response> {
  await body?.cancel()
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

function secured(response: Response, headers: Record<string, string>): Response {
  for (const name in headers) response.headers.set(name, headers[name] ?? '')
  return response
}
