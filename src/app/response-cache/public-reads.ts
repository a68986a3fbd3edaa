import { furtherOf } from '#site/further-queries'
import type { CacheTag } from '#platform/events/events'
import type { PublicRead } from '#platform/feature'
import type { Route, RouteQuery } from '#i18n/addresses/routing'
import { StartError } from '#platform/start-error'
import { features, kindsOnEveryPage, asShown } from '#app/features'
import type { AnyElysia } from 'elysia'
import type { Fetch } from '#client/query-client'
import { isStreamed, showRows } from '#platform/long-list'
import { leaveUncounted, totalHeader } from '#platform/http/revalidated'
import { dataHeaders } from '#platform/http/security-headers'
import type { Answer, CacheValidity, CachedResponse, ResponseCache } from './response-cache'
import type { Services } from '#platform/services'

type ApiRoute = { method: string; path: string }

/**
 * What responses depend on, as declared by the features. A query without a declaration would never expire: there is
 * none.
 */
export function createPublicReads(reads: readonly PublicRead[] = features.flatMap(({ api }) => api?.reads ?? [])) {
  const byAddress = new Map(reads.map((read) => [read.address, read]))

  /** The cache tags of a public read; undefined for every other path. */
  function tagsOfPath(path: string): readonly CacheTag[] | undefined {
    const read = reads.find(({ address, rest }) => path.startsWith(address) && rest.test(path.slice(address.length)))
    return read && [...read.kinds, ...kindsOnEveryPage]
  }

  /** The cache tags of a page made from these queries. */
  function tagsOfQueries(queries: readonly RouteQuery[]): readonly CacheTag[] {
    return [...new Set(queries.flatMap(({ queryKey }) => [...readOf(queryKey).kinds, ...kindsOnEveryPage]))]
  }

  function readOf(queryKey: RouteQuery['queryKey']): PublicRead {
    const read = byAddress.get(String(queryKey[0]))
    if (!read)
      throw new StartError(
        `No feature declares the public read ${queryKey.join('/')}: answers made from it would never be dropped`,
      )
    return read
  }

  /** Throws `StartError` for a page with a query that no feature declares as a public read. */
  function checkRoutes(routes: readonly Route[]): void {
    for (const { path, queries, decides } of routes) {
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'any']))
      const query = new URLSearchParams()
      const deciding = decides?.(params, query)
      tagsOfQueries([...queries(params, query), ...(deciding ? [deciding] : []), ...(furtherOf({ path })?.lists ?? [])])
    }
  }

  /** Throws `StartError` for a declaration without kinds, and for a path that is no route of the API. */
  function checkAddresses(routes: readonly ApiRoute[]): void {
    for (const { address, kinds } of reads) {
      const isThere = routes.some(
        ({ method, path }) => method === 'GET' && (path === address || path.startsWith(`${address}/`)),
      )
      if (!isThere) throw new StartError(`The public read ${address} is none of the API's`)
      if (kinds.length === 0) throw new StartError(`The public read ${address} names no kinds that it depends on`)
    }
  }

  return { tagsOfPath, tagsOfQueries, checkRoutes, checkAddresses }
}

export type PublicReads = ReturnType<typeof createPublicReads>

/** Public reads of the API, cached as pages are, for visitors and for rendering alike. */
export function createPublicData({
  services,
  api,
  reads,
  responseCache,
}: {
  services: Services
  api: AnyElysia
  reads: PublicReads
  responseCache: ResponseCache
}) {
  reads.checkAddresses(api.routes)

  /** The response to a visitor without a session; undefined for paths that are not cached. */
  async function read(path: string): Promise<CachedResponse | Response | undefined> {
    const tags = reads.tagsOfPath(path)
    return tags && responseCache.obtain(keyOf(path), tags, (validity) => make(path, validity))
  }

  /** The same without the total, where that takes a query of its own: for pages that do not show it. */
  async function readUncounted(path: string): Promise<CachedResponse | Response | undefined> {
    const tags = isPart(path) && !responseCache.find(keyOf(path)) && reads.tagsOfPath(path)
    return tags
      ? responseCache.obtain(`uncounted ${keyOf(path)}`, tags, (validity) => make(path, validity, false))
      : read(path)
  }

  async function make(path: string, validity: CacheValidity, isCounted = true): Promise<Answer | Response> {
    const { response, isStreamed: isLong } = await ask(path, isCounted)
    if (response.status !== 200) return response
    if (isLong) {
      response.headers.set('etag', tagOf(validity))
      response.headers.set('vary', 'Accept-Encoding, Cookie')
      return response
    }
    return toAnswer(path, response, dataHeaders(services.config))
  }

  /** The API's response, filtered for visitors. */
  async function ask(path: string, isCounted = true): Promise<{ response: Response; isStreamed: boolean }> {
    const request = new Request(`http://localhost${path}`)
    if (!isCounted) leaveUncounted(request)
    showRows(request, (rows) => asShown(services, rows))
    const response: Response = await api.handle(request)
    return isStreamed(request)
      ? { response, isStreamed: true }
      : { response: await shownWhole(services, response), isStreamed: false }
  }

  /** The response to a request with a session: public reads are shown as visitors see them. */
  async function readFor(request: Request, path: string): Promise<Response> {
    const isPublic = request.method === 'GET' && reads.tagsOfPath(path) !== undefined
    if (isPublic) showRows(request, (rows) => asShown(services, rows))
    const response: Response = await api.handle(request)
    return isPublic && !isStreamed(request) ? shownWhole(services, response) : response
  }

  const fetch: Fetch = async (path, _signal, { counted = false } = {}) => {
    const answer = (await (counted ? read(path) : readUncounted(path))) ?? (await ask(path, counted)).response
    return answer instanceof Response ? answer : new Response(answer.bytes, { headers: answer.headers })
  }

  return { read, readFor, fetch }
}

const keyOf = (path: string) => `api ${path}`

const isPart = (path: string) => /[?&]limit=/.test(path)

/** Distinguishes the ETags of this process: the counters of other processes differ. */
const process = crypto.randomUUID()

/** The ETag of a streamed response, whose bytes are not known when its headers are sent. */
const tagOf = ({ stamp, until }: CacheValidity) => `W/"${Bun.hash(`${process} ${stamp} ${until}`).toString(36)}"`

async function toAnswer(path: string, response: Response, security: Record<string, string>): Promise<Answer> {
  const total = response.headers.get(totalHeader)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    status: 200,
    bytes,
    // There are infinitely many empty pages of lists: of unknown categories, and after the last page.
    isEmpty: isPart(path) && bytes.length === 2,
    etag: response.headers.get('etag') ?? undefined,
    headers: {
      ...security,
      'Content-Type': 'application/json;charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding, Cookie',
      ...(total === null ? {} : { 'X-Total-Count': total }),
    },
    path: path.replace(/\?.*/, ''),
  }
}

async function shownWhole(services: Services, response: Response): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.includes('json')) return response
  const text = await response.text()
  const answer: unknown = JSON.parse(text)
  const shown = await asShown(services, answer)
  const headers = new Headers(response.headers)
  if (shown === answer) return new Response(text, { headers })
  const changed = JSON.stringify(shown)
  // The ETag changes with the derived parts of the response; its version prefix is still what If-Match compares.
  const tag = headers.get('etag') ?? '""'
  headers.set('etag', tag.replace(/"$/, `-${Bun.hash(changed).toString(36)}"`))
  return new Response(changed, { headers })
}
