import type { Manifest } from '#app/manifest'
import type { OriginResponses } from '#app/response-cache/origin-responses'
import type { PublicReads, createPublicData } from '#app/response-cache/public-reads'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { decidingQueryOf, type Match, matchSite, queriesOf, isAdminPath } from '#app/shell/routes'
import type { VisitorWork } from '#app/request/visitor-work'
import type { SiteReader } from '#app/site-reader'
import type { Visit } from '#app/visit'
import { keyToPath } from '#client/query-client'
import type { Sheet } from '#i18n/addresses/routing'
import type { CacheTag } from '#platform/events/events'
import type { Services } from '#platform/services'
import { pageContentQuery } from '#features/page-contents/queries'
import { furtherOf } from '#site/further-queries'
import { createHeads, type PageHead } from './head-markup'
import type { Page } from './render'
import { withQuery } from '#text/urls'
import { type Inline, securityHeaders } from '#platform/http/security-headers'
import type { ShownPage } from '#platform/visits/visit-rows'

export type Sources = {
  services: Services
  manifest: Manifest
  obtainAt: OriginResponses
  reads: PublicReads
  data: ReturnType<typeof createPublicData>
  site: SiteReader
  visitorWork: VisitorWork
}

/** What all pages are made with. */
export function createPageTools(sources: Sources) {
  const { manifest, obtainAt, reads, data, site } = sources
  const heads = createHeads(manifest)

  /** `name` identifies the response for the visitor's origin and language. */
  async function obtain(
    visit: Visit,
    name: string,
    tags: readonly CacheTag[],
    make: (visit: Visit) => Promise<Answer | Response>,
  ): Promise<CachedResponse | Response> {
    const all = [...new Set([...tags, ...(await site.tags())])]
    return obtainAt(visit, `${visit.language} ${name}`, all, make)
  }

  /** The page at a path. */
  const matchAt = async (path: string, search?: string): Promise<Match | undefined> =>
    matchSite(path, search, (await site.home())?.slug)

  async function isThere(path: string): Promise<boolean> {
    const match = matchSite(path)
    const deciding = match && decidingQueryOf(match)
    return deciding !== undefined && (await data.fetch(keyToPath(deciding.queryKey))).ok
  }

  /** A redirect or a 404 depends on the same tags as the page that might be there, and on the site's default metadata. */
  const missingTagsOf = (match: Match | undefined): readonly CacheTag[] => {
    const tags = lostTagsOf(match)
    return match && !match.route.decides ? tags : [...tags, 'redirect']
  }
  const lostTagsOf = (match: Match | undefined): readonly CacheTag[] =>
    match ? tagsOfMatch(match) : reads.tagsOfQueries([pageContentQuery('home')])
  const tagsOfMatch = (match: Match) =>
    reads.tagsOfQueries([...queriesOf(match), ...(furtherOf(match.route)?.lists ?? [])])

  async function pageOf(
    visit: Visit,
    match: Match | undefined,
    sheet: Sheet | 'lost' = match?.route.sheet ?? 'inner',
  ): Promise<Page & Pick<PageHead, 'styleHash' | 'scriptHash'>> {
    const { language, path } = visit
    const read = await site.read(visit.origin)
    const { markup, ...rest } = heads(sheet, { site: read, look: await site.look() })
    return { site: read, language, path, search: match?.route.asks ? visit.search : '', match, head: markup, ...rest }
  }

  return { ...sources, obtain, matchAt, isThere, missingTagsOf, lostTagsOf, tagsOfMatch, pageOf }
}

export type PageTools = ReturnType<typeof createPageTools>

export function redirect(visit: Visit, status: 303 | 308, location: string): Response {
  const isAdmin = isAdminPath(visit.path)
  return new Response(null, {
    status,
    headers: {
      ...securityHeaders('data', visit.origin),
      Location: location,
      'Cache-Control': status === 308 && !isAdmin ? 'no-cache' : 'no-store',
      ...(isAdmin ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  })
}

/** Appends the visitor's query to a cached redirect, which has none. */
export function withSearch(made: CachedResponse | Response, search: string): CachedResponse | Response {
  if (made instanceof Response || made.status !== 301 || search === '') return made
  return new Response(null, {
    status: 301,
    headers: { ...made.headers, Location: withQuery(made.headers.Location ?? '', search) },
  })
}

/** Not cacheable by browsers: a redirect may end, and its path be taken by another page. */
export const movedAnswer = (visit: Visit, to: string): Answer => ({
  status: 301,
  bytes: new Uint8Array(),
  headers: {
    ...securityHeaders('data', visit.origin),
    Location: to,
    'Cache-Control': 'no-cache',
  },
  path: visit.path,
})

/** The canonical path, however the URL is spelled. */
export function shownPage({ path, language }: Visit): ShownPage {
  try {
    return { path: decodeURI(path), language }
  } catch {
    return { path, language }
  }
}

export function toAnswer(visit: Visit, status: number, html: string, headers: Record<string, string>): Answer {
  return { status, bytes: new TextEncoder().encode(html), headers, path: visit.path }
}

export function headersOf(
  { origin, language }: Visit,
  policy: 'site' | 'admin',
  inline: Inline,
): Record<string, string> {
  return {
    ...securityHeaders(policy, origin, inline),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding, Cookie',
  }
}
