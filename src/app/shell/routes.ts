import type { Route, RouteParams, RouteQuery } from '#base/routing'
import { siteRoutes } from '#site/routes'

export type Match = { route: Route; params: RouteParams }

const patterns = siteRoutes.map((route) => ({
  route,
  names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
  expression: new RegExp(`^${route.path.replace(/\/$/, '').replace(/:\w+/g, '([^/]+)')}/$`),
}))

/** The public route of a path, which ends with a slash and has its escapes decoded once (`readablePath`). */
export function matchPath(path: string): Match | undefined {
  for (const { route, names, expression } of patterns) {
    const found = expression.exec(path)
    if (found) return { route, params: Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])) }
  }
  return undefined
}

export const queriesOf = ({ route, params }: Match): RouteQuery[] => route.queries(params)

/** The path with its escapes decoded, as the router sees it; as it stands where they are malformed. */
export function readablePath(path: string): string {
  try {
    return path.includes('%') ? decodeURI(path) : path
  } catch {
    return path
  }
}

/** With the trailing slash that every page's address has; files keep their name. */
export function withSlash(path: string): string {
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? path : `${path}/`
}

export const loginPath = '/admin/'
const adminPaths = new Set([loginPath, ...['dashboard', 'blog', 'projects', 'content', 'waitlist', 'messages', 'settings'].map((name) => `/admin/${name}/`)])

/** Whether a path is one of the admin's screens. */
export const isAdminPath = (path: string): boolean => adminPaths.has(withSlash(path))
