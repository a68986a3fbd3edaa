import type { TokenScope } from '#auth/tokens/contract'
import { holdsToken, insufficientScope, requestToken } from '#auth/tokens/let-tokens-in'

/**
 * What a token may be used for: the routes that it opens, each as it is declared. Whatever is not listed is refused with
 * 403, also what visitors may read: people, sessions and the account, tokens and webhooks, mails, privacy, what the site
 * is called and how it is set up, backups, and how it runs.
 */
const reads = [
  '/api/blog',
  '/api/blog/:key',
  '/api/blog/:key/around',
  '/api/blog/:key/revisions',
  '/api/blog/:key/revisions/:version',
  '/api/blog/:key/translations/es',
  '/api/projects',
  '/api/projects/featured',
  '/api/projects/:key',
  '/api/projects/:key/revisions',
  '/api/projects/:key/revisions/:version',
  '/api/projects/:key/translations/es',
  '/api/pages',
  '/api/pages/:key',
  '/api/pages/:key/revisions',
  '/api/pages/:key/revisions/:version',
  '/api/pages/:key/translations/es',
  '/api/block-types',
  '/api/page-contents',
  '/api/page-contents/:page',
  '/api/page-contents/:page/revisions',
  '/api/page-contents/:page/revisions/:version',
  '/api/page-contents/:page/translations/es',
  '/api/media',
  '/api/media/:id',
  '/api/redirects',
  '/api/missing-paths',
  '/api/contact',
  '/api/contact/:id',
  '/api/waitlist',
  '/api/activity',
  '/api/auth/check',
  '/api/auth/setup',
  '/api/checklist',
  '/api/events',
  '/api/links',
  '/api/search',
  '/api/translations',
  '/api/waiting',
]

const writes = [
  'POST /api/blog',
  'PUT /api/blog/:key',
  'DELETE /api/blog/:key',
  'POST /api/blog/:key/trash',
  'POST /api/blog/:key/restore',
  'PUT /api/blog/:key/draft',
  'DELETE /api/blog/:key/draft',
  'POST /api/blog/:key/revisions/:version/restore',
  'POST /api/blog/:key/translations/es/confirm',
  'POST /api/projects',
  'PUT /api/projects/order',
  'PUT /api/projects/:key',
  'DELETE /api/projects/:key',
  'POST /api/projects/:key/trash',
  'POST /api/projects/:key/restore',
  'PUT /api/projects/:key/draft',
  'DELETE /api/projects/:key/draft',
  'POST /api/projects/:key/revisions/:version/restore',
  'POST /api/projects/:key/translations/es/confirm',
  'POST /api/pages',
  'PUT /api/pages/:key',
  'DELETE /api/pages/:key',
  'POST /api/pages/:key/trash',
  'POST /api/pages/:key/restore',
  'PUT /api/pages/:key/draft',
  'DELETE /api/pages/:key/draft',
  'POST /api/pages/:key/revisions/:version/restore',
  'POST /api/pages/:key/translations/es/confirm',
  'POST /api/page-contents',
  'PUT /api/page-contents/:page/draft',
  'DELETE /api/page-contents/:page/draft',
  'POST /api/page-contents/:page/revisions/:version/restore',
  'POST /api/page-contents/:page/translations/es/confirm',
  'POST /api/media',
  'POST /api/media/fetch',
  'PUT /api/media/:id',
  'DELETE /api/media/:id',
  'POST /api/media/:id/file',
  'POST /api/media/:id/trash',
  'POST /api/media/:id/restore',
  'POST /api/redirects',
  'DELETE /api/redirects/:id',
  'POST /api/contact',
  'PUT /api/contact/:id',
  'DELETE /api/contact/:id',
  'POST /api/contact/:id/replies',
  'POST /api/waitlist',
  'DELETE /api/waitlist/:id',
]

const opened = new Map<string, TokenScope>([
  ...reads.map((path) => [`GET ${path}`, 'read'] as const),
  ...writes.map((route) => [route, 'write'] as const),
])

/** The least that a token needs for a route; undefined for those that no token opens. */
export const neededScope = ({ method, path }: { method: string; path: string }): TokenScope | undefined =>
  opened.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)

/** All routes that a token opens, for the test that each is one of the API's. */
export const openedRoutes = (): string[] => [...opened.keys()]

/** Throws 403 where the token of a request does not open its route, before the body is read. */
export function checkScope({ request, route }: { request: Request; route: string }): void {
  if (!holdsToken(request)) return
  const scope = requestToken(request)?.scope
  const needed = neededScope({ method: request.method, path: route })
  if (scope === undefined || needed === undefined || (needed === 'write' && scope !== 'write'))
    throw insufficientScope()
}
