import type { TokenScope } from '#auth/tokens/contract'
import { hasBearerToken, insufficientScope, requestToken } from '#auth/tokens/token-check'
import { recordKinds } from '#features/kinds'
import { otherLanguages } from '#i18n/language'

/**
 * The routes that tokens may use, by scope, as declared. All others are refused with 403, even public reads: people,
 * sessions and the account, tokens and webhooks, mails, privacy, the site's settings, backups, and system status.
 */
const reads = [
  ...recordKinds.flatMap(({ api }) => [`/api${api}`, ...histories(`/api${api}/:key`)]),
  '/api/blog/:key/around',
  '/api/blog-categories',
  '/api/page-contents/people',
  '/api/projects/:key/next',
  '/api/projects/featured',
  '/api/block-types',
  '/api/page-contents',
  ...histories('/api/page-contents/:page'),
  '/api/checks',
  '/api/media',
  '/api/media/:id',
  '/api/redirects',
  '/api/missing-paths',
  '/api/contact',
  '/api/contact/:id',
  '/api/contact/days',
  '/api/waitlist',
  '/api/waitlist/days',
  '/api/overview',
  '/api/activity',
  '/api/auth/check',
  '/api/auth/setup',
  '/api/checklist',
  '/api/events',
  '/api/export/markdown',
  '/api/links',
  '/api/numbers',
  '/api/numbers.csv',
  '/api/numbers/live',
  '/api/search',
  '/api/search/size',
  '/api/translations',
  '/api/waiting',
]

const writes = [
  ...recordKinds.flatMap(({ api }) => [
    `POST /api${api}`,
    `PUT /api${api}/:key`,
    `DELETE /api${api}/:key`,
    `POST /api${api}/:key/trash`,
    `POST /api${api}/:key/restore`,
    ...drafts(`/api${api}/:key`),
  ]),
  'PUT /api/projects/order',
  'POST /api/checks',
  'POST /api/page-contents',
  ...drafts('/api/page-contents/:page'),
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

/** The minimum scope for a route; undefined if it is closed to tokens. */
export const neededScope = ({ method, path }: { method: string; path: string }): TokenScope | undefined =>
  opened.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)

/** All routes open to tokens, for the test that each exists. */
export const openedRoutes = (): string[] => [...opened.keys()]

/** Throws 403 if the request's token may not use the route, before the body is read. */
export function checkScope({ request, route }: { request: Request; route: string }): void {
  if (!hasBearerToken(request)) return
  const scope = requestToken(request)?.scope
  const needed = neededScope({ method: request.method, path: route })
  if (scope === undefined || needed === undefined || (needed === 'write' && scope !== 'write'))
    throw insufficientScope()
}

/** The routes of a record with a history. */
function histories(path: string): string[] {
  return [path, `${path}/checks`, `${path}/revisions`, `${path}/revisions/:version`, ...translations(path)]
}

function translations(path: string): string[] {
  return otherLanguages.map((language) => `${path}/translations/${language}`)
}

function drafts(path: string): string[] {
  return [
    `PUT ${path}/draft`,
    `DELETE ${path}/draft`,
    `POST ${path}/revisions/:version/restore`,
    ...translations(path).map((one) => `POST ${one}/confirm`),
  ]
}
