import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Language } from '#base/i18n/language'
import { matchRoutes, type Params, type RouteMatch, type RouteObject } from 'react-router'

/** A query as a route names it: what `queryOptions` returns, whatever it answers. */
export type RouteQuery = { queryKey: QueryKey }

/**
 * The public pages share their styles but for these: the home page's, those of all others, and of the latter those of
 * articles and of the search.
 */
export type Sheet = 'home' | 'inner' | 'article'

/** What addresses need to know of a record. */
export type Called = { slug: string; translations: Partial<Record<Language, { slug?: string }>> }

export type Route = {
  /** With a trailing slash; `:slug` stands for what differs. */
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
  /** What it reads of the query of its address: the page of a list, or what is kept for nobody. */
  asks?: 'page' | 'q' | 'subject'
}

/**
 * The route of a path, which is escaped as browsers send it. The router takes a missing slash, or several of them, for
 * one, and warns of malformed escapes; here no page has such an address.
 */
export function findRoute<R extends RouteObject>(routes: R[], path: string): RouteMatch<string, R> | undefined {
  return path.endsWith('/') && !path.includes('//') && isWellFormed(path) ? matchRoutes(routes, path)?.[0] : undefined
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
