import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Language } from '#i18n/language'
import { matchPath, type Params } from 'react-router'

/** A query as a route names it: what `queryOptions` returns, whatever it answers. */
export type RouteQuery = { queryKey: QueryKey }

/**
 * The public pages share their styles but for these: the home page's, those of all others, and of the latter those of
 * lists, about and contact, those of articles and the search, of legal texts, and of blocks. In the order in which they hold, however a page came by them.
 */
export const sheetNames = ['home', 'inner', 'lists', 'article', 'legal', 'blocks'] as const
export type Sheet = (typeof sheetNames)[number]

export const bySheet = <Value>(value: (sheet: Sheet) => Value) =>
  Object.fromEntries(sheetNames.map((sheet) => [sheet, value(sheet)])) as Record<Sheet, Value>

/** The path of a record's page: below the list of its kind, or at the top of the site. */
export type RecordPath = `/${string}/:slug/` | '/:slug/'

/** What addresses need to know of a record. */
export type Called = { slug: string; translations: Partial<Record<Language, { slug?: string }>> }

export type Route = {
  /** With a trailing slash; `:slug` is a parameter. */
  path: string
  caseSensitive: true
  Component: ComponentType & { preload?: () => Promise<unknown> }
  /** Which styles it needs beside the common ones. */
  sheet: Sheet
  /** All that the screen reads, prefetched by the server and when a link to it is hovered or focused. */
  queries: (params: Params, asked: URLSearchParams) => RouteQuery[]
  /** The one query whose 404 makes the page a 404. */
  decides?: (params: Params, asked: URLSearchParams) => RouteQuery | undefined
  /** The address of what that query answered, beside addresses of a language: it may be called otherwise there. */
  address?: (found: Called, language: Language) => string
  /** Whether there is no such page all the same, by what that query found. */
  isMissing?: (found: never, asked: URLSearchParams) => boolean
  /** Has whatever no other route has: what it does not find is as unknown as any path. */
  isLast?: true
  /** The query parameter that it reads: the page number of a list, or one whose pages are not cached. */
  asks?: 'page' | 'q' | 'subject'
}

/**
 * The first route that a path leads to, which is escaped as browsers send it. The router takes a missing slash, or several
 * of them, for one; here no page has such an address.
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

/** A slash inside a part stays escaped, as the router has it. */
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
