import { createHash, timingSafeEqual } from 'node:crypto'
import type { Manifest } from '#app/manifest'
import { isRead, type Visit } from '#app/visit'
import { dataHeaders } from '#platform/http/security-headers'
import { contentType, expose } from '#platform/metrics/exposition'
import type { Services } from '#platform/services'
import { readMetrics } from './read-metrics'

const path = '/metrics'

type Handler = (visit: Visit) => Promise<Response | undefined>

/**
 * `GET /metrics`; 404 without permission. With METRICS_TOKEN any Host is accepted, as for health checks; requests from
 * loopback are subject to the Host check.
 */
export function createMetricsEndpoint(
  services: Services,
  manifest: Pick<Manifest, 'version' | 'build'>,
): { forBearer: Handler; forThisMachine: Handler } {
  const { metricsToken } = services.config
  const headers = () => ({
    ...dataHeaders(services.config),
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
  })
  const handler =
    (mayRead: (visit: Visit) => boolean): Handler =>
    async (visit) => {
      if (visit.path !== path || !isRead(visit.method) || !mayRead(visit)) return undefined
      const body = visit.method === 'HEAD' ? null : expose(await readMetrics(services, manifest))
      return new Response(body, { headers: headers() })
    }
  return {
    forBearer: handler(({ request }) => metricsToken !== undefined && bears(request.headers, metricsToken)),
    forThisMachine: handler(isFromThisMachine),
  }
}

/** For all others it is a 404, not a redirect to the path with a slash. */
export const withoutMetrics = (visit: Visit): Visit => (visit.path === path ? { ...visit, path: `${path}/` } : visit)

/** Compares hashes, so that the timing reveals nothing about the token. */
function bears(headers: Headers, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Headers by which a proxy on this machine tells that it forwards a request from elsewhere. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

function isFromThisMachine({ request, connection }: Visit): boolean {
  const { headers } = request
  const address = connection?.requestIP(request)?.address
  const isForwarded = forwarding.some((name) => headers.has(name))
  return (
    address !== undefined && /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1)$/.test(address) && !isForwarded
  )
}
