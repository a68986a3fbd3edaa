import { matchRoutes, type Params } from 'react-router'
import { adminPaths } from '#base/paths'
import type { Route, RouteQuery } from '#base/routing'
import { siteRoutes } from '#site/routes'

export type Match = { route: Route; params: Params }

/** The public route of a path, which is escaped as browsers send it. */
export function matchSite(path: string): Match | undefined {
  return isPageAddress(path) ? matchRoutes(siteRoutes, path)?.[0] : undefined
}

/** The router takes a missing slash, or several of them, for one, and warns of malformed escapes; here no page has such an address. */
function isPageAddress(path: string): boolean {
  try {
    return path.endsWith('/') && !path.includes('//') && decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

export const queriesOf = ({ route, params }: Match): RouteQuery[] => route.queries(params)

/** With the trailing slash that every page's address has; files keep their name. */
export function withSlash(path: string): string {
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? path : `${path}/`
}

const adminScreens = new Set<string>(Object.values(adminPaths))

/** Whether a path is one of the admin's screens. */
export const isAdminPath = (path: string): boolean => adminScreens.has(withSlash(path))
