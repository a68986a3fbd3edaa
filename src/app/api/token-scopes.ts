import type { TokenScope } from '#auth/tokens/contract'
import { hasBearerToken, insufficientScope, requestToken } from '#auth/tokens/token-check'
import { recordKinds } from '#features/kinds'

/** The parts of the API that tokens may write, by the first segment of their paths. */
const writtenParts = [
  ...recordKinds.map(({ api }) => api.slice(1)),
  'checks',
  'contact',
  'media',
  'page-contents',
  'redirects',
  'waitlist',
]

/**
 * The parts that tokens may read. All others are refused with 403, even public reads: people, sessions and the account,
 * tokens and webhooks, mails, privacy, the site's settings, backups, and system status.
 */
export const openParts: readonly string[] = [
  ...writtenParts,
  'activity',
  'auth',
  'block-types',
  'blog-categories',
  'checklist',
  'events',
  'export',
  'links',
  'missing-paths',
  'numbers',
  'numbers.csv',
  'overview',
  'search',
  'translations',
  'waiting',
]

/** The minimum scope for a route; undefined if it is closed to tokens. */
export function neededScope({ method, path }: { method: string; path: string }): TokenScope | undefined {
  const part = /^\/api\/([^/]+)/.exec(path)?.[1] ?? ''
  if (method === 'GET' || method === 'HEAD') return openParts.includes(part) ? 'read' : undefined
  return writtenParts.includes(part) ? 'write' : undefined
}

/** Throws 403 if the request's token may not use the route, before the body is read. */
export function checkScope({ request, route }: { request: Request; route: string }): void {
  if (!hasBearerToken(request)) return
  const scope = requestToken(request)?.scope
  const needed = neededScope({ method: request.method, path: route })
  if (scope === undefined || needed === undefined || (needed === 'write' && scope !== 'write'))
    throw insufficientScope()
}
