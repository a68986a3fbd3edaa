import type { Manifest } from '#app/manifest'
import type { OriginResponses } from '#app/response-cache/origin-responses'
import type { createPublicData } from '#app/response-cache/public-data'
import type { PublicReads } from '#app/response-cache/public-reads'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { decidingQueryOf, type Match, matchSite, queriesOf } from '#app/shell/routes'
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
