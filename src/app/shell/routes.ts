import type { Params } from 'react-router'
import { readAddress } from '#i18n/addresses/href'
import { adminPath } from '#i18n/addresses/paths'
import { findRoute, type Route, type RouteQuery } from '#i18n/addresses/routing'
import { siteRoutes } from '#site/routes'

export type Match = { route: Route; params: Params; asked: URLSearchParams }

/** The page at an address, which is the same in every language; with its query where the page reads it. */
export function matchSite(address: string, search = ''): Match | undefined {
  const match = findRoute(siteRoutes, readAddress(address).path)
  if (match?.route.isLast && !isFree(match.params.slug)) return undefined
  return match && { route: match.route, params: match.params, asked: new URLSearchParams(search) }
}

/** The last route has names of records at the top of the site; those that the site has for itself no record can have. */
const isFree = (slug = '') => /^(?!(api|assets|media|swagger)$)[\w-]{1,240}$/.test(slug)

export const queriesOf = ({ route, params, asked }: Match): RouteQuery[] => route.queries(params, asked)

/** With the trailing slash that every page's address has; files keep their name. */
export function withSlash(path: string): string {
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? path : `${path}/`
}

/** What has one address for all languages: there is nothing under one that is pinned to a language and then goes on so. */
export const hasNoLanguage = (address: string): boolean => {
  const { pinned, path } = readAddress(address)
  return pinned !== undefined && /^\/(?:admin|api|es|preview|swagger)(?:\/|$)/.test(path)
}

/** Whether a path belongs to the admin, be it one of its screens or not. */
export const isAdminPath = (path: string): boolean => withSlash(path).startsWith(adminPath)
