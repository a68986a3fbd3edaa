import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Language } from '#i18n/language'
import { matchPath, type Params } from 'react-router'

/** A query of a route: the result of `queryOptions`, whatever its response. */
export type RouteQuery = { queryKey: QueryKey }

/**
 * The style sheets that public pages do not share: the home page's, that of all others, and in addition those of lists,
 * of articles, of projects, of about and contact, of the search, of legal texts, and of blocks. In cascade order, independent of the
 * order in which they are loaded.
 */
export const sheetNames = [
  'home',
  'inner',
  'lists',
  'article',
  'project',
  'about',
  'search',
  'legal',
  'blocks',
] as const
export type Sheet = (typeof sheetNames)[number]

export const bySheet = <Value>(value: (sheet: Sheet) => Value) =>
  Object.fromEntries(sheetNames.map((sheet) => [sheet, value(sheet)])) as Record<Sheet, Value>

/** The path of a record's page: below the list of its kind, or at the top level. */
export type RecordPath = `/${string}/:slug/` | '/:slug/'

/** The part of a record that URLs need. */
export type Called = { slug: string; translations: Partial<Record<Language, { slug?: string }>> }

export type Route = {
  /** With a trailing slash; `:slug` is a parameter. */
  path: string
  caseSensitive: true
  Component: ComponentType & { preload?: () => Promise<unknown> }
  /** The style sheet it needs in addition to the common ones. */
  sheet: Sheet
  /** The queries of the screen, prefetched by the server and when a link to it is hovered or focused. */
  queries: (params: Params, asked: URLSearchParams) => RouteQuery[]
  /** The one query whose 404 makes the page a 404. */
  decides?: (params: Params, asked: URLSearchParams) => RouteQuery | undefined
  /** The path of the record in that query's response, in a language: its slug may be different there. */
  address?: (found: Called, language: Language) => string
  /** Whether the page is a 404 although the query succeeded. */
  isMissing?: (found: never, asked: URLSearchParams) => boolean
  /** Matches paths that no other route has: if its query finds nothing, the path is unknown. */
  isLast?: true
  /** The query parameter that it reads: the page number of a list, or one whose pages are not cached. */
  asks?: 'page' | 'q' | 'subject'
}

/**
 * The first route that matches an escaped path. The router ignores a missing slash or repeated ones; here no page has
 * such a path.
 */
export function findRoute<R extends { path: string; caseSensitive?: boolean }>(
  routes: R[],
  path: string,
): { route: R; params: Params } | undefined {
  const unescaped = path.endsWith('/') && !path.includes('//') && unescapeParts(path)
  if (!unescaped) return undefined
  for (const route of routes) {
    const match = matchPath(route, unescaped)
    if (match) return { route, params: match.params }
  }
  return undefined
}

/** A slash inside a segment stays escaped, as in the router. */
function unescapeParts(path: string): string | undefined {
  try {
    return path
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return undefined // malformed
  }
}
