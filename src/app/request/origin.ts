import type { Visit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import type { Config } from '#platform/config'
import { setClientAddress, setOrigin, setRequestId } from '#platform/http/request-facts'
import { isHealthCheck } from './health'

/** The result of checking a request's Host header: the visitor's origin, or why the request is refused. */
type OriginVerdict = { origin: string } | { refused: 'missing' | 'malformed' | 'misdirected' }

const mostKnown = 500

/**
 * Checks requests by their host: malformed ones, and with SITE_URL set those for other hosts, are refused. The origin
 * is SITE_URL, or that of the request; forwarded headers count only if the proxy is trusted.
 */
export function createOriginCheck({ siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>) {
  const siteHost = siteUrl && new URL(siteUrl).host
  const known = new Map<string, OriginVerdict>()

  function checkHost(host: string, protocol: string): OriginVerdict {
    const key = `${protocol} ${host}`
    let visit = known.get(key)
    if (!visit) {
      visit = judgeNew(host, protocol)
      if (known.size >= mostKnown) known.clear()
      known.set(key, visit)
    }
    return visit
  }

  function judgeNew(host: string, protocol: string): OriginVerdict {
    if (!isHost(host)) return { refused: 'malformed' }
    const { host: plain, hostname, origin } = new URL(`${protocol}://${host}`)
    if (siteUrl === undefined) return { origin }
    return plain === siteHost || hostWithPort(host, siteUrl) === siteHost || isLoopback(hostname)
      ? { origin: siteUrl }
      : { refused: 'misdirected' }
  }

  return (headers: Headers): OriginVerdict => {
    const host = headers.get('host')
    if (host === null) return { refused: 'missing' }
    if (!isHost(host)) return { refused: 'malformed' }
    if (!trustProxy) return checkHost(host, 'http')
    const protocol = last(headers.get('x-forwarded-proto'))
    return checkHost(last(headers.get('x-forwarded-host')) ?? host, protocol === 'https' ? 'https' : 'http')
  }
}

/** Throws 400 or 421 for a Host that is not the site's, and stores the client address of the request. */
export function createHostCheck(config: Pick<Config, 'siteUrl' | 'trustProxy'>) {
  const checkOrigin = createOriginCheck(config)
  return (visit: Visit): undefined => {
    const { request, path, id, connection } = visit
    const judged = checkOrigin(request.headers)
    if ('origin' in judged) visit.origin = judged.origin
    else if (judged.refused === 'misdirected' && !isHealthCheck(path)) throw new HttpError(421, 'errors.misdirected')
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

const isLoopback = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)

/** The nearest of several proxies, which is the only trusted one, is last. */
const last = (header: string | null) => header?.split(',').at(-1)?.trim() || undefined

/** The client address, from the connection or as the trusted proxy forwards it. */
export function clientAddressOf(headers: Headers, connection: () => string | undefined, trustProxy: boolean): string {
  return (trustProxy ? last(headers.get('x-forwarded-for')) : undefined) ?? connection() ?? '127.0.0.1'
}
