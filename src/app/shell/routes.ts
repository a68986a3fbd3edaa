import type { Params } from 'react-router'
import { readAddress } from '#i18n/addresses/href'
import { adminPath } from '#i18n/addresses/paths'
import { findRoute, type Route, type RouteQuery } from '#i18n/addresses/routing'
import { siteRoutes } from '#site/routes'

/** What has addresses of its own, none of which is a public page's; other names that nobody can have have no page. */
const noPages = /^\/(?:admin|api|assets|es|media|preview|swagger)(?:\/|$)/

export type Match = { route: Route; params: Params; asked: URLSearchParams }

/** The page at an address, which is the same in every language; with its query where the page reads it. */
export function matchSite(address: string, search = ''): Match | undefined {
  const { path } = readAddress(address)
  const match = noPages.test(path) ? undefined : findRoute(siteRoutes, path)
  return match && { route: match.route, params: match.params, asked: new URLSearchParams(search) }
}

export const queriesOf = ({ route, params, asked }: Match): RouteQuery[] => route.queries(params, asked)

/** With the trailing slash that every page's address has; files keep their name. */
export function withSlash(path: string): string {
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? path : `${path}/`
}

/** What has one address for all languages: there is nothing under one that is pinned to a language and then goes on so. */
export const hasNoLanguage = (address: string): boolean => {
  const { pinned, path } = readAddress(address)
  return pinned !== undefined && noPages.test(path)
}

/** Whether a path belongs to the admin, be it one of its screens or not. */
export const isAdminPath = (path: string): boolean => withSlash(path).startsWith(adminPath)
