import { isRead, type Visit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import type { Config } from '#platform/config'
import { setClientAddress, setOrigin, setRequestId } from '#platform/http/request-facts'
import { isLoopbackHost } from '#platform/http/public-network'
import { dataHeaders, plainText } from '#platform/http/security-headers'
import { sql } from 'drizzle-orm'
import type { Services } from '#platform/services'
import { within } from '#platform/within'
import type { Database } from '#platform/db/database'

/** The result of checking a request's Host header: the visitor's origin, or why the request is refused. */
type OriginVerdict = { origin: string } | { movedTo: string } | { refused: 'missing' | 'malformed' | 'misdirected' }

type Site = Pick<Config, 'siteUrl' | 'formerHosts' | 'trustProxy'>

const mostKnown = 500

/**
 * Checks requests by their host: malformed ones, and with SITE_URL set those for other hosts, are refused. The origin
 * is SITE_URL, or that of the request; forwarded headers count only if the proxy is trusted.
 */
export function createOriginCheck(config: Site) {
  let known = new Map<string, OriginVerdict>()
  let { siteUrl, formerHosts } = config

  function checkHost(host: string, protocol: string): OriginVerdict {
    if (siteUrl !== config.siteUrl || formerHosts !== config.formerHosts) {
      ;({ siteUrl, formerHosts } = config)
      known = new Map()
    }
    if (known.size >= mostKnown) known.clear()
    return known.getOrInsertComputed(`${protocol} ${host}`, () => judgeNew(host, protocol))
  }

  function judgeNew(host: string, protocol: string): OriginVerdict {
    if (!isHost(host)) return { refused: 'malformed' }
    const { host: plain, hostname, origin } = new URL(`${protocol}://${host}`)
    if (siteUrl === undefined) return { origin }
    const { host: siteHost } = new URL(siteUrl)
    const hosts = [plain, hostWithPort(host, siteUrl)]
    if (hosts.includes(siteHost)) return { origin: siteUrl }
    if (hosts.some((one) => formerHosts?.includes(one))) return { movedTo: siteUrl }
    return isLoopbackHost(hostname) ? { origin: siteUrl } : { refused: 'misdirected' }
  }

  return (headers: Headers): OriginVerdict => {
    const host = headers.get('host')
    if (host === null) return { refused: 'missing' }
    if (!isHost(host)) return { refused: 'malformed' }
    if (!config.trustProxy) return checkHost(host, 'http')
    const protocol = last(headers.get('x-forwarded-proto'))
    return checkHost(last(headers.get('x-forwarded-host')) ?? host, protocol === 'https' ? 'https' : 'http')
  }
}

/**
 * Throws 400 or 421 for a Host that is not the site's, and stores the client address of the request. A host from before a
 * change of the address is redirected to the same path at the new one.
 */
export function createHostCheck(config: Site) {
  const checkOrigin = createOriginCheck(config)
  return (visit: Visit): Response | undefined => {
    const { request, path, id, connection } = visit
    const judged = checkOrigin(request.headers)
    if ('origin' in judged) visit.origin = judged.origin
    else if ('movedTo' in judged) {
      if (!isHealthCheck(path)) return moved(visit, judged.movedTo, config)
    } else if (judged.refused === 'misdirected' && !isHealthCheck(path)) throw new HttpError(421, 'errors.misdirected')
    // Load balancers check by IP address, and the simplest of them (HTTP/1.0) send no Host at all.
    else if (judged.refused === 'malformed' || !isHealthCheck(path)) throw new HttpError(400, 'errors.host')
    setRequestId(request, id)
    setOrigin(request, visit.origin)
    setClientAddress(
      request,
      clientAddressOf(request.headers, () => connection?.requestIP(request)?.address, config.trustProxy),
    )
  }
}

/** 308 keeps the method and the body. Not cached, because the address may be changed back. */
function moved({ request, method }: Visit, to: string, config: Site): Response {
  const { pathname, search } = new URL(request.url)
  return new Response(null, {
    status: isRead(method) ? 301 : 308,
    headers: { ...dataHeaders(config), Location: to + pathname + search, 'Cache-Control': 'no-cache' },
  })
}

/** A name or an address, with an optional port, and nothing that could be a path, a user or two hosts. */
export function isHost(text: string): boolean {
  const found =
    text.length > 260
      ? null
      : /^(?:\[[0-9a-f:.]{2,45}\]|(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?)(?::(\d{1,5}))?$/i.exec(
          text,
        )
  return found !== null && Number(found[1] ?? 0) <= 65535 && URL.canParse(`http://${text}`)
}

/** A default port may be explicit. */
function hostWithPort(host: string, siteUrl: string): string {
  return new URL(`${new URL(siteUrl).protocol}//${host}`).host
}

/** The nearest of several proxies, which is the only trusted one, is last. */
const last = (header: string | null) => header?.split(',').at(-1)?.trim() || undefined

/** The client address, from the connection or as the trusted proxy forwards it. */
export function clientAddressOf(
  headers: Headers,
  connection: () => string | undefined,
  trustProxy: boolean | number,
): string {
  const added = headers.get('x-forwarded-for')?.split(',').slice(-Number(trustProxy)) ?? []
  return (trustProxy ? added[0]?.trim() || undefined : undefined) ?? connection() ?? '127.0.0.1'
}

const timeout = 1500

const isHealthCheck = (path: string) => path === '/healthz' || path === '/readyz'

/** Liveness (`/healthz`) and readiness (`/readyz`). */
export function createHealthCheck(services: Services) {
  const { config } = services
  const refuse = (text: string) => plainText(config, text, { status: 503, headers: { 'Retry-After': '1' } })

  return async ({ method, path }: Visit): Promise<Response | undefined> => {
    if (!isHealthCheck(path)) return undefined
    if (!isRead(method)) throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
    if (path === '/healthz') return plainText(config, 'ok')
    if (services.stopping.aborted) return refuse('stopping')
    return (await isReady(services.db)) ? plainText(config, readiness(services)) : refuse('unavailable')
  }
}

/** Whether the database responds within a second and a half. */
export const isReady = (db: Database): Promise<boolean> =>
  within(timeout, db.execute(sql`select 1`)).then(
    () => true,
    () => false,
  )

/** `degraded`, with the reason, if writes are impossible, or pages may be outdated. */
export function readiness({ cacheTags, takesWrites }: Pick<Services, 'cacheTags' | 'takesWrites'>): string {
  if (!takesWrites()) return 'degraded: the database takes no writes'
  const listenError = cacheTags.listenError()
  return listenError === undefined ? 'ready' : `degraded: ${listenError}`
}
