import { matchPath } from 'react-router'
import { decidingQueryOf, hasNoLanguage, isAdminPath, matchSite, withSlash, type Match } from '#app/shell/routes'
import { compressed } from '#app/response-cache/encodings'
import { type CachedResponse, type Answer, ResponseCache } from '#app/response-cache/response-cache'
import type { Visit } from '#app/visit'
import { loginFor, nextPath } from '#auth/next-path'
import { findInvitation } from '#auth/people/invitations'
import type { Services } from '#platform/services'
import { HttpError } from '#contract/http-error'
import { adminPaths, invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { href, inLanguage, readAddress } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { isLanguage, type Language, languageChosenKey, languageKey, defaultLanguage } from '#i18n/language'
import { siteRoutes } from '#site/routes'
import { normalSpelling } from '#text/urls'
import { contentKinds } from '#app/features'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { homeOr } from '#app/site-reader'
import { keyToPath } from '#client/query-client'
import { pageIn } from '#contract/list-pages'
import type { Called } from '#i18n/addresses/routing'
import { takesForm, namesForm, submitForm } from './forms'
import { adminHead } from './head-markup'
import { createMissingPages, type MissingPages } from './missing-pages'
import { answerMailedLink, findMailedLink } from './mailed-pages'
import {
  createPageTools,
  type Sources,
  type PageTools,
  redirect,
  withSearch,
  headersOf,
  toAnswer,
  movedAnswer,
  shownPage,
} from './page-tools'
import { createPreviewPages, isPreviewPath } from './preview'
import { renderPage } from './render'

/** How long, and how much, is kept of pages with a visitor's own query. */
const keptMilliseconds = 1000
const keptBytes = 4 * 1024 * 1024

/** Answers the paths of the public pages. */
function createPublicPages(
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

const year = 365 * 24 * 60 * 60

const noPublicPage = /^\/(?:admin|api|swagger)\//

/**
 * Answers every path that is neither a file nor the API: redirects, forms without JavaScript, the admin's shell, the
 * public pages.
 */
export function createPages(sources: Sources) {
  sources.reads.checkRoutes(siteRoutes)
  const tools = createPageTools(sources)
  const lost = createMissingPages(tools)
  const answerPublic = createPublicPages(tools, lost)
  const answerPreview = createPreviewPages({ ...sources, lostAnswer: (visit) => lost.lostAnswer(visit, undefined) })

  async function answer(visit: Visit): Promise<CachedResponse | Response> {
    const { method, path, search } = visit
    if (isPreviewPath(path)) return answerPreview(visit)
    if (hasNoLanguage(path)) return lost.answerLost(visit)
    const isRead = method === 'GET' || method === 'HEAD'
    const chosen = isRead ? chosenLanguage(search) : undefined
    if (chosen) return setLanguage(visit, chosen)
    const link = findMailedLink(path)
    if (link) return answerMailedLink(sources.services, visit, link)
    if (!isRead)
      return method === 'POST' && (await mayTakeForm(tools, visit)) ? answerForm(tools, visit) : refuseMethod(path)
    // In a redirect, a path that begins with two slashes would be another host.
    if (withSlash(path) !== path && !path.startsWith('//'))
      return (await answerMoved(visit)) ?? redirect(visit, 308, withSlash(path) + search)
    if (!isAdminPath(path)) return respelled(visit, withSearch(await answerPublic(visit), search))
    if (visit.isMisspelt) return redirect(visit, 308, path + search)
    // A file below the admin's path is none of its screens, so that signing in would not help.
    return path.endsWith('/') ? answerAdmin(tools, visit) : withAdminHeaders(await lost.answerLost(visit), visit, 404)
  }

  /** A page has one spelling of its path: the router in the browser reads it as the visitor spelled it. */
  async function respelled(visit: Visit, found: CachedResponse | Response): Promise<CachedResponse | Response> {
    if (!visit.isMisspelt || found.status !== 200) return found
    if (found instanceof Response) await found.body?.cancel()
    visit.page = undefined
    return redirect(visit, 308, visit.path + visit.search)
  }

  /** Also without its trailing slash, so that there is only one redirect. */
  async function answerMoved(visit: Visit): Promise<CachedResponse | Response | undefined> {
    if (!(await lost.findForward(visit.path))) return undefined
    const response = await answerPublic({ ...visit, path: withSlash(visit.path) })
    return response.status === 301 ? withSearch(response, visit.search) : undefined
  }

  /** Files and other paths that are no pages count as live, because only their own handlers know them. */
  async function isLive(address: string): Promise<boolean> {
    const path = withSlash(normalSpelling(new URL(address, 'http://site.invalid').pathname))
    const match = matchSite(path)
    if (match && !match.route.isLast) return decidingQueryOf(match) === undefined || tools.isThere(path)
    if (match && (await tools.isThere(path))) return true
    return !path.endsWith('/') || noPublicPage.test(path) || (await lost.findForward(path)) !== undefined
  }

  return { answer, isLive }
}

function refuseMethod(path: string): never {
  const allowed = takesForm(path) ? 'GET, HEAD, POST' : 'GET, HEAD'
  throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: allowed } })
}

/** Without a session every admin path answers alike; the 404 of an unknown one is shown by the admin itself. */
async function answerAdmin(tools: PageTools, visit: Visit): Promise<CachedResponse | Response> {
  const { services, manifest, site, data, obtain, pageOf } = tools
  const isSignedIn = (await services.identify(visit.request)).is === 'administrator'
  if (visit.path === adminPaths.login) {
    if (isSignedIn) return redirect(visit, 303, nextPath(visit.search))
  } else if (!isSignedIn && !isLinkPath(visit.path)) {
    return redirect(visit, 303, loginFor(visit.path + visit.search))
  }
  const invited = isSignedIn ? undefined : await invitedLanguage(services, visit.path)
  const own = invited ? { ...visit, language: invited } : visit
  const shell = await obtain(own, '? admin', [], async (asked) => {
    const rendered = await renderPage(
      {
        ...(await pageOf(asked, undefined)),
        path: adminPaths.login,
        missing: false,
        foot: undefined,
        head: adminHead(manifest.admin, asked.language, await site.look()),
      },
      data.fetch,
    )
    return toAnswer(visit, 200, 'html' in rendered ? rendered.html : '', {})
  })
  const response = withAdminHeaders(shell, own, isAdminScreen(visit.path) || isLinkPath(visit.path) ? 200 : 404)
  // As if the invited person had chosen it: the admin goes on in it, and so do the answers of the API.
  if (invited) chooseLanguage(response, visit, invited)
  return response
}

async function invitedLanguage({ db }: Services, path: string): Promise<Language | undefined> {
  const token = matchPath(invitationPath, path)?.params.token
  const invitation = token === undefined ? undefined : await findInvitation(db, token)
  return invitation?.language ?? undefined
}

function withAdminHeaders(made: CachedResponse | Response, visit: Visit, status: 200 | 404): Response {
  const headers = { ...headersOf(visit, 'admin', {}), 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
  return new Response(made instanceof Response ? made.body : made.bytes, { status, headers })
}

const isAdminScreen = (path: string): boolean => Object.values<string>(adminPaths).includes(path)

/** Screens that are opened by a link with a token, without a session. */
const isLinkPath = (path: string): boolean => [invitationPath, resetPath].some((link) => matchPath(link, path) !== null)

/** Custom pages may contain forms of other pages. */
async function mayTakeForm({ isThere }: PageTools, visit: Visit): Promise<boolean> {
  if (takesForm(visit.path)) return true
  const isOwn = namesForm(visit) && matchSite(visit.path)?.route.isLast === true
  return isOwn && (await isThere(visit.path))
}

/** The page of a form that was sent without JavaScript, with the result. */
async function answerForm(
  { services, data, matchAt, pageOf, visitorWork }: PageTools,
  visit: Visit,
): Promise<Response> {
  visitorWork.count(visit.request)
  const { status, result, headers } = await submitForm(services, visit)
  const match = await matchAt(visit.path)
  const page = await pageOf(visit, match)
  const rendered = await renderPage({ ...page, formResult: result }, data.fetch)
  const nonce = 'nonce' in rendered ? rendered.nonce : undefined
  const { styleHash, scriptHash } = page
  const response = new Response('html' in rendered ? rendered.html : rendered.stream, {
    status,
    headers: { ...headersOf(visit, 'site', { nonce, styleHash, scriptHash }), 'Cache-Control': 'no-store', ...headers },
  })
  return 'html' in rendered ? compressed(response, visit.request.headers.get('accept-encoding')) : response
}

/** The language that a link or form without JavaScript asks for (`?lang=es`). */
function chosenLanguage(search: string) {
  const chosen = search.includes('lang=') ? new URLSearchParams(search).get('lang') : undefined
  return isLanguage(chosen) ? chosen : undefined
}

/** For links and forms that change the language without JavaScript: redirects to the same page in that language. */
function setLanguage(visit: Visit, language: Language): Response {
  const response = redirect(visit, 303, addressIn(visit, language) + queryWithoutChoice(visit))
  chooseLanguage(response, visit, language)
  return response
}

function chooseLanguage({ headers }: Response, visit: Visit, language: Language): void {
  const secure = visit.origin.startsWith('https:') ? '; Secure' : ''
  headers.append('Set-Cookie', `${languageKey}=${language}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`)
  headers.append('Set-Cookie', `${languageChosenKey}=1; Path=/; Max-Age=30; SameSite=Lax${secure}`)
}

function addressIn({ path }: Visit, language: Language): string {
  if (isAdminPath(path)) return withSlash(path)
  const address = withSlash(inLanguage(path, language))
  // In a redirect, a path that begins with two slashes would be another host.
  return address.startsWith('//') || path.startsWith('//') ? href(sitePaths.home, {}, language) : address
}

/** The query without `lang`. A GET form replaces the page's own query, which is then taken from the referring URL. */
function queryWithoutChoice({ request, origin, path, search }: Visit): string {
  const asked = new URLSearchParams(search)
  asked.delete('lang')
  const page = request.headers.get('referer') ?? ''
  const from = asked.size === 0 && URL.canParse(page) ? new URL(page) : undefined
  const query = from?.origin === origin && from.pathname === path ? from.searchParams : asked
  query.delete('lang')
  return query.size > 0 ? `?${query}` : ''
}
