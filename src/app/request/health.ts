import { sql } from 'drizzle-orm'
import { isRead, type Visit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import { dataHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import { within } from '#platform/within'

const timeout = 1500

export const isHealthCheck = (path: string) => path === '/healthz' || path === '/readyz'

/** Liveness (`/healthz`) and readiness (`/readyz`). */
export function createHealthCheck(services: Services) {
  const headers = () => ({
    ...dataHeaders(services.config),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  const refuse = (text: string) => new Response(text, { status: 503, headers: { ...headers(), 'Retry-After': '1' } })

  return async ({ method, path }: Visit): Promise<Response | undefined> => {
    if (!isHealthCheck(path)) return undefined
    if (!isRead(method)) throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } })
    if (path === '/healthz') return new Response('ok', { headers: headers() })
    if (services.stopping.aborted) return refuse('stopping')
    return (await isReady(services)) ? new Response(readiness(services), { headers: headers() }) : refuse('unavailable')
  }
}

/** Whether the database responds within a second and a half. */
const isReady = ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
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
