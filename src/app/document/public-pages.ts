import { contentKinds } from '#app/features'
import { compressed } from '#app/response-cache/compressed'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { type Answer, type CachedResponse, ResponseCache } from '#app/response-cache/response-cache'
import { decidingQueryOf, type Match } from '#app/shell/routes'
import { homeOr } from '#app/site-reader'
import type { Visit } from '#app/visit'
import { keyToPath } from '#client/query-client'
import { pageIn } from '#contract/list-pages'
import { readAddress } from '#i18n/addresses/href'
import type { Called } from '#i18n/addresses/routing'
import { defaultLanguage } from '#i18n/language'
import type { MissingPages } from './missing-pages'
import { headersOf, movedAnswer, redirect, shownPage, toAnswer } from './page-responses'
import type { PageTools } from './page-tools'
import { renderPage } from './render'

/** How long, and how much, is kept of pages with a visitor's own query. */
const keptMilliseconds = 1000
const keptBytes = 4 * 1024 * 1024

/** Answers the paths of the public pages. */
export function createPublicPages(
  { services, data, obtain, matchAt, pageOf, missingTagsOf, visitorWork, site }: PageTools,
  { answerLost, findForward, movedOrLost, lostAnswer }: MissingPages,
) {
  const isCalled = new Map<string, (slug: string) => Promise<boolean>>(
    contentKinds.flatMap((kind) => (kind.record && kind.isCalled ? [[kind.record.page, kind.isCalled(services)]] : [])),
  )

  const expiresAt = createExpiresAt(services)
  const askedPages = new ResponseCache(
    services.cacheTags,
    async (tags) => Math.min(await expiresAt(tags), performance.now() + keptMilliseconds),
    keptBytes,
  )

  async function answerPublic(visit: Visit): Promise<CachedResponse | Response> {
    const match = await matchAt(visit.path, visit.search)
    if (!match || !(await mayBeThere(match))) return answerLost(visit, match)
    const { asks } = match.route
    if (asks !== undefined && asks !== 'page' && match.query.get(asks)) {
      const own = await answerAsked(visit, match, asks)
      if (own.status === 200) visit.page = shownPage(visit)
      return own
    }
    const page = asks === 'page' ? match.query.get('page') : null
    if (page === '1') return redirect(visit, 308, visit.path + queryWithout(match.query, 'page'))
    const isPage = !Number.isNaN(pageIn(match.query))
    const search = page === null ? '' : `?page=${isPage ? page : 'none'}`
    const response = await obtain({ ...visit, search }, visit.path + search, missingTagsOf(match), (shown) =>
      asks !== 'page' || isPage ? makePublic(shown, match) : lostAnswer(shown, undefined),
    )
    visit.isMissing = response.status === 404 && page === null
    if (response.status === 200) visit.page = shownPage(visit)
    return response
  }

  /** Any path matches the last route; unknown slugs end here without a query. */
  const mayBeThere = async ({ route, params }: Match): Promise<boolean> =>
    !route.isLast || ((await isCalled.get(route.path)?.(params.slug ?? '')) ?? true)

  /**
   * Pages with a visitor's own query are rendered for them, whatever other names the query has. They are kept for a
   * moment in a small cache of their own, because any number of them can be requested, and the search index may lag.
   */
  async function answerAsked(visit: Visit, match: Match, name: string): Promise<Response> {
    const asked = { ...visit, search: `?${new URLSearchParams({ [name]: match.query.get(name) ?? '' })}` }
    const key = `${visit.origin} ${visit.language} ${visit.path}${asked.search}`
    const tags = [...new Set([...tagsOfAsked(match), ...(await site.tags())])]
    const make = () => makePublic(asked, match)
    const isVisitor = visit.connection !== undefined
    if (isVisitor && askedPages.find(key) === undefined) visitorWork.count(visit.request)
    // Visitors who request the same page at once wait for one that is made: they take one place of the queue.
    const response = await askedPages.obtain(key, tags, () => (isVisitor ? visitorWork.inTurn(make) : make()))
    if (response instanceof Response) return response
    const { bytes, status, headers } = response
    return compressed(
      new Response(bytes, { status, headers: { ...headers, 'Cache-Control': 'no-store' } }),
      visit.request.headers.get('accept-encoding'),
    )
  }

  /** A search finds records of every kind. */
  const tagsOfAsked = (match: Match) => [...missingTagsOf(match), ...contentKinds.map(({ name }) => name)]

  async function makePublic(visit: Visit, match: Match): Promise<Answer | Response> {
    const own = await ownAddress(visit, match)
    if (own !== undefined && own !== visit.path) return movedAnswer(visit, own)
    const list =
      match.params.slug !== undefined && match.route.asks === 'page' ? await findForward(visit.path) : undefined
    if (list?.kind === 'automatic') return movedAnswer(visit, list.to)
    const page = await pageOf(visit, match)
    const { styleHash, scriptHash } = page
    const rendered = await renderPage({ ...page, unlessMissing: true }, data.fetch)
    if (rendered.missing) return movedOrLost(visit, match.route.isMissing || match.route.isLast ? undefined : match)
    if ('stream' in rendered) {
      const headers = {
        ...headersOf(visit, 'site', { nonce: rendered.nonce, styleHash, scriptHash }),
        'Cache-Control': 'no-store',
      }
      return new Response(rendered.stream, { headers })
    }
    return {
      ...toAnswer(visit, 200, rendered.html, headersOf(visit, 'site', { styleHash, scriptHash })),
      page: shownPage(visit),
    }
  }

  /** The redirect target of a record that was requested by its slug in the other language. */
  async function ownAddress({ path }: Visit, match: Match): Promise<string | undefined> {
    const { address } = match.route
    const deciding = address && decidingQueryOf(match)
    const found = deciding && (await data.fetch(keyToPath(deciding.queryKey)))
    if (!address || !found?.ok) return undefined
    const own = address((await found.json()) as Called, readAddress(path).pinned ?? defaultLanguage)
    return homeOr(own, match.route.isLast && (await site.home()))
  }

  return answerPublic
}

function queryWithout(query: URLSearchParams, name: string): string {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}
