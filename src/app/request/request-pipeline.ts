import { features } from '#app/features'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { hasBearerToken } from '#auth/tokens/token-check'
import { defaultLanguage } from '#i18n/language'
import { preferredLanguage } from '#i18n/visitor-language'
import type { Config } from '#platform/config'
import type { ShownPage } from '#platform/visits/visit-rows'
import { timedForms } from '#app/document/forms'
import { type Manifest, readManifest } from '#app/manifest'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { ResponseCache, type CachedResponse } from '#app/response-cache/response-cache'
import { type Connection, isApi, nextRequestId, readVisit, type Visit } from '#app/visit'
import type { AnswerKind } from '#platform/metrics/meter'
import { withRequestDeadline } from '#platform/request-deadline'
import { noteGarbage } from '#platform/garbage-collection'
import { requestActor } from '#platform/http/request-facts'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import type { Services } from '#platform/services'
import { toHttpError } from '#app/api/errors'
import type { SiteReader } from '#app/site-reader'
import type { ErrorBody } from '#contract/http-error'
import { previewPath } from '#i18n/addresses/token-paths'
import { translate, setOwnTexts } from '#i18n/translate'
import { plainError, dataHeaders } from '#platform/http/security-headers'
import { invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { createHandlers, firstOf } from './handlers'
import { clientAddressOf } from './origin'
import { mayBeReleased } from './static-files'
import { answerPlainPage } from '#app/document/plain-page'
import { href, readAddress } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import type { CacheTag } from '#platform/events/events'
import { readSignUp } from '#platform/owner/settings'
import { readOwnTexts } from '#platform/owner/site'
import { cachedRead } from '#platform/cache/cached-read'

/** The path sections whose next segment is a secret token. */
const sections = [
  previewPath,
  invitationPath,
  resetPath,
  '/api/previews/:token',
  ...features.flatMap(({ api }) => api?.mailedPages ?? []).map(({ path }) => path),
].map((path) => path.slice(0, path.indexOf(':')))

const secret = new RegExp(sections.join('|'), 'i')
const longest = 500

/**
 * A path as it may be logged and stored: secret tokens are removed, wherever and however their section is spelled, because
 * links are mistyped and pasted behind others. Longer than any page's path, it is cut.
 */
function withoutSecrets(path: string): string {
  const plain = path
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\/{2,}/g, '/')
  const found = secret.exec(plain)
  if (found) return found[0].toLowerCase()
  return path.length > longest ? `${path.slice(0, longest)}…` : path
}

/**
 * The error response as a page or as JSON; the cause of a 500 is logged, and not part of the response. Never throws: where
 * the page cannot be made, it is a sentence.
 */
export function createRefusal({ config, log }: Pick<Services, 'config' | 'log'>, site: Pick<SiteReader, 'last'>) {
  return (visit: Visit, thrown: unknown): Response => {
    try {
      return refuse(visit, thrown)
    } catch (error) {
      log.error('An error page could not be made', { id: visit.id, path: withoutSecrets(visit.path), error })
      return plainError(config.siteUrl, visit.id)
    }
  }

  function refuse({ path, language, id }: Visit, thrown: unknown): Response {
    const { status, messageId, options } = toHttpError(thrown)
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
      return Response.json(body, { status, headers: { ...dataHeaders(config), ...headers } })
    }
    const { name: siteName, accent, look, logo } = site.last()
    const retry = Bun.escapeHTML(translate(language, 'common.retry'))
    return answerPlainPage(
      { siteName, accent, look, hasLogo: logo !== undefined },
      {
        language,
        title: 'common.error',
        text: messageId,
        links: `<a class="home" href="">${retry}</a>`,
        home: href(sitePaths.home, {}, readAddress(path).pinned),
        sheet: String(status),
        foot: broken ? `<small>${Bun.escapeHTML(id)}</small>` : '',
      },
      { origin: config.siteUrl, status, headers },
    )
  }
}

/** Estimated bytes of garbage from a request: answered from the cache, another read, a write. */
const garbage = { cached: 2000, read: 128_000, write: 512_000 }
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
    noteGarbage(garbage.cached)
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
    noteGarbage(method === 'GET' ? garbage.read : garbage.write)
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

const tags: readonly CacheTag[] = ['site-text', 'settings']

/** The beginnings of the texts that replace those of the waitlist (`news.waitlist.title` replaces `waitlist.title`). */
const replacing = { waitlist: [], news: ['news.'], off: ['news.unsubscribe.', 'off.'] }

/**
 * Applies the owner's changes of interface texts in this process, and those of a newsletter where the waitlist is none;
 * they are read once per change.
 */
function createOwnTexts({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): () => Promise<void> {
  const apply = cachedRead({ cacheTags, tags }, async () => {
    const stamp = cacheTags.stamp(tags)
    const [texts, signUp] = [await readOwnTexts(db), await readSignUp(db)]
    // A read that began before a change never replaces one that began after it.
    if (cacheTags.stamp(tags) === stamp) setOwnTexts(texts, replacing[signUp])
  })

  return async () => {
    // After an idle time this finds out what other processes have changed, before anything is made of the texts.
    if (!cacheTags.isCurrent()) await cacheTags.settle()
    // The texts stay as they are while notifications cannot be received, or the database is unreachable.
    if (cacheTags.isCurrent()) await apply().catch(() => {})
  }
}
