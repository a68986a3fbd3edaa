import type { Params } from 'react-router'
import { readAddress, inLanguage } from '#i18n/addresses/href'
import { adminPath } from '#i18n/addresses/paths'
import { findRoute, type Route, type RouteQuery } from '#i18n/addresses/routing'
import { siteRoutes } from '#site/routes'
import type { Language } from '#i18n/language'

/** Path prefixes without public pages. */
const noPages = /^\/(?:admin|api|assets|es|media|preview|swagger)(?:\/|$)/

export type Match = { route: Route; params: Params; query: URLSearchParams }

/**
 * The page at a URL, in any language; with its query if the page reads it. `home` is the slug of the custom page that is
 * the home page, if one is.
 */
export function matchSite(address: string, search = '', home?: string): Match | undefined {
  const { path } = readAddress(address)
  const shown = home && path === '/' ? `/${home}/` : path
  const match = noPages.test(path) ? undefined : findRoute(siteRoutes, shown)
  return match && { route: match.route, params: match.params, query: new URLSearchParams(search) }
}

export const queriesOf = ({ route, params, query }: Match): RouteQuery[] => route.queries(params, query)

/** The query whose result decides whether the page exists; undefined if it always does. */
export const decidingQueryOf = ({ route, params, query }: Match): RouteQuery | undefined =>
  route.decides?.(params, query)

/** The query of what a page shows: its record, or else its texts. */
export const sheetQueryOf = (match: Match): RouteQuery | undefined =>
  match.route.address ? decidingQueryOf(match) : queriesOf(match)[match.route.sheet === 'home' ? 0 : 1]

/** Adds the trailing slash of page paths; files keep their name. */
export function withSlash(path: string): string {
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? path : `${path}/`
}

/** Whether a path is the same for all languages, so that it has no variant with a language prefix. */
export const hasNoLanguage = (address: string): boolean => {
  const { pinned, path } = readAddress(address)
  return pinned !== undefined && noPages.test(path)
}

/** Whether a path belongs to the admin, whether or not it is one of its screens. */
export const isAdminPath = (path: string): boolean => withSlash(path).startsWith(adminPath)

/** A link to a page without a language keeps the language of the current page; one without a path stays on it. */
export function proseAddress(address: string, language: Language): string {
  const [path = ''] = address.split(/[?#]/)
  const isPage = path !== '' && matchSite(withSlash(path)) && readAddress(path).pinned === undefined
  return isPage ? inLanguage(address, language) : address
}
