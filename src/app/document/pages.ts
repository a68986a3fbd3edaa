import { loginFor, nextPath } from '#auth/next-path'
import { furtherOf } from '#site/further-queries'
import type { CacheTag } from '#platform/events/events'
import { href, inLanguage, readAddress } from '#i18n/addresses/href'
import type { FindForward } from '#platform/feature'
import { HttpError } from '#contract/http-error'
import { securityHeaders } from '#platform/http/security-headers'
import { defaultLanguage, isLanguage, type Language, languageChosenKey, languageKey } from '#i18n/language'
import { pageIn } from '#contract/list-pages'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { sitePaths } from '#i18n/addresses/paths'
import type { Called, Sheet } from '#i18n/addresses/routing'
import { keyToPath } from '#client/query-client'
import type { Services } from '#platform/services'
import type { SiteReader } from '#app/site-reader'
import { namesForm, submitForm, takesForm } from './forms'
import { adminHead, createHeads, type PageHead } from './head-markup'
import type { OriginResponses } from '#app/response-cache/origin-responses'
import type { ShownPage } from '#platform/visits/seen-page'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { fillIn } from '#app/response-cache/template'
import { notFoundTemplate } from './not-found-pages'
import { answerMailedLink, findMailedLink } from './mailed-pages'
import { isAdminScreen, isLinkPath } from './admin-addresses'
import { createPreviewPages, isPreviewPath } from './preview-page'
import { contentKindNames, contentKinds, features } from '#app/features'
import type { Manifest } from '#app/manifest'
import type { createPublicData } from '#app/response-cache/public-data'
import type { PublicReads } from '#app/response-cache/public-reads'
import { withQuery } from '#contract/with-query'
import { siteRoutes } from '#site/routes'
import { type Page, renderPage } from './render'
import { hasNoLanguage, isAdminPath, type Match, matchSite, queriesOf, withSlash } from '#app/shell/routes'
import type { Visit } from '#app/visit'

type Tools = {
  services: Services
  manifest: Manifest
  obtainAt: OriginResponses
  reads: PublicReads
  data: ReturnType<typeof createPublicData>
  site: SiteReader
}

const year = 365 * 24 * 60 * 60
const noPublicPage = /^\/(?:admin|api|swagger)\//

/**
 * Answers every path that is neither file nor API: redirects, forms without JavaScript, the admin's shell, the public
 * pages.
 */
export function createPages({ services, manifest, obtainAt, reads, data, site }: Tools) {
  reads.checkRoutes(siteRoutes)
  const previews = createPreviewPages({
    services,
    manifest,
    data,
    site,
    lostAnswer: (visit) => lostAnswer(visit, undefined),
  })
  const findForward = firstOf(features.flatMap(({ api }) => api?.forwards?.(services, contentKindNames) ?? []))
  const isCalled = new Map<string, (slug: string) => Promise<boolean>>(
    contentKinds.flatMap((kind) => (kind.record && kind.isCalled ? [[kind.record.page, kind.isCalled(services)]] : [])),
  )
  const heads = createHeads(manifest)

  async function answer(visit: Visit): Promise<CachedResponse | Response> {
    const { method, path, search } = visit
    if (isPreviewPath(path)) return previews.answer(visit)
    if (hasNoLanguage(path)) return answerLost(visit)
    const isRead = method === 'GET' || method === 'HEAD'
    const chosen = isRead ? chosenLanguage(search) : undefined
    if (chosen) return setLanguage(visit, chosen)
    const link = findMailedLink(path)
    if (link) return answerMailedLink(services, visit, link)
    if (!isRead) return method === 'POST' && (await mayTakeForm(visit)) ? answerForm(visit) : refuseMethod(path)
    // A path that begins with two slashes would name another host in a redirect.
    if (withSlash(path) !== path && !path.startsWith('//'))
      return (await answerMoved(visit)) ?? redirect(visit, 308, withSlash(path) + search)
    return isAdminPath(path) ? answerAdmin(visit) : withSearch(await answerPublic(visit), search)
  }

  /** Without its slash too, an old address leads to the new one at once. */
  async function answerMoved(visit: Visit): Promise<CachedResponse | Response | undefined> {
    if (!(await findForward(visit.path))) return undefined
    const made = await answerPublic({ ...visit, path: withSlash(visit.path) })
    return made.status === 301 ? withSearch(made, visit.search) : undefined
  }

  async function answerPublic(visit: Visit): Promise<CachedResponse | Response> {
    const match = matchSite(visit.path, visit.search)
    if (!match || !(await mayBeThere(match))) return answerLost(visit, match)
    const { asks } = match.route
    if (asks !== undefined && asks !== 'page' && match.asked.get(asks)) {
      const own = await answerAsked(visit, match)
      if (own.status === 200) visit.page = shownPage(visit)
      return own
    }
    const page = asks === 'page' ? match.asked.get('page') : null
    if (page === '1') return redirect(visit, 308, visit.path + queryWithout(match.asked, 'page'))
    const isPage = !Number.isNaN(pageIn(match.asked))
    const search = page === null ? '' : `?page=${isPage ? page : 'none'}`
    const made = await obtain({ ...visit, search }, visit.path + search, lostTopicsOf(match), (shown) =>
      asks !== 'page' || isPage ? makePublic(shown, match) : lostAnswer(shown, undefined),
    )
    visit.isMissing = made.status === 404 && page === null
    if (made.status === 200) visit.page = shownPage(visit)
    return made
  }

  /** Any path leads to the last route: those of names that no record has end here, at no cost. */
  const mayBeThere = async ({ route, params }: Match): Promise<boolean> =>
    !route.isLast || ((await isCalled.get(route.path)?.(params.slug ?? '')) ?? true)

  /** Pages with a visitor's own query are rendered for them, and not cached. */
  async function answerAsked(visit: Visit, match: Match): Promise<Response> {
    const made = await makePublic(visit, match)
    if (made instanceof Response) return made
    return new Response(made.bytes, { status: made.status, headers: { ...made.headers, 'Cache-Control': 'no-store' } })
  }

  async function makePublic(visit: Visit, match: Match): Promise<Answer | Response> {
    const own = await ownAddress(visit, match)
    if (own !== undefined && own !== visit.path) return movedAnswer(visit, own)
    const page = await pageOf(visit, match)
    const { styleHash } = page
    const rendered = await renderPage({ ...page, unlessMissing: true }, data.fetch)
    if (rendered.missing) return movedOrLost(visit, match.route.isMissing || match.route.isLast ? undefined : match)
    if ('stream' in rendered) {
      const headers = { ...headersOf(visit, 'site', { nonce: rendered.nonce, styleHash }), 'Cache-Control': 'no-store' }
      return new Response(rendered.stream, { headers })
    }
    return {
      ...toAnswer(visit, 200, rendered.html, headersOf(visit, 'site', { styleHash })),
      page: shownPage(visit),
    }
  }

  /** The card for what does not exist: rendered once for each kind of path, with the path itself set in afterwards. */
  async function answerLost(visit: Visit, match?: Match): Promise<CachedResponse | Response> {
    const made = await obtain(visit, visit.path, lostTopicsOf(match), (asked) => movedOrLost(asked, undefined))
    visit.isMissing = made.status === 404
    return made
  }

  /** `name` is that of the answer for the visitor's origin and language. */
  async function obtain(
    visit: Visit,
    name: string,
    topics: readonly CacheTag[],
    make: (visit: Visit) => Promise<Answer | Response>,
  ): Promise<CachedResponse | Response> {
    const all = [...new Set([...topics, ...(await site.topics())])]
    return obtainAt(visit, `${visit.language} ${name}`, all, make)
  }

  /** For a path without a page: a redirect to its new address while that exists, else 404. */
  async function movedOrLost(visit: Visit, match: Match | undefined): Promise<Answer | Response> {
    const found = await findForward(visit.path)
    const leads = found && (found.kind === 'manual' || (await isThere(found.to)))
    return leads ? movedAnswer(visit, found.to) : lostAnswer(visit, match)
  }

  /** The redirect target of a record that was requested by its slug in the other language. */
  async function ownAddress({ path }: Visit, { route, params, asked }: Match): Promise<string | undefined> {
    const deciding = route.address && route.decides?.(params, asked)
    const found = deciding && (await data.fetch(keyToPath(deciding.queryKey)))
    if (!route.address || !found?.ok) return undefined
    return route.address((await found.json()) as Called, readAddress(path).pinned ?? defaultLanguage)
  }

  async function isThere(path: string): Promise<boolean> {
    const match = matchSite(path)
    const deciding = match?.route.decides?.(match.params, match.asked)
    return deciding !== undefined && (await data.fetch(keyToPath(deciding.queryKey))).ok
  }

  /** Not cacheable by browsers: a redirect may end, and its path be taken by another page. */
  const movedAnswer = (visit: Visit, to: string): Answer => ({
    status: 301,
    bytes: new Uint8Array(),
    headers: {
      ...securityHeaders('data', { https: visit.origin.startsWith('https:') }),
      Location: to,
      'Cache-Control': 'no-cache',
    },
    path: visit.path,
  })

  async function lostAnswer(visit: Visit, match: Match | undefined): Promise<Answer | Response> {
    const { name, placeholder, path } = notFoundTemplate(visit.path, match)
    const template = await obtain(visit, `? ${name}`, match ? topicsOfMatch(match) : [], async (asked) => {
      const rendered = await renderPage(
        { ...(await pageOf({ ...asked, path }, match, 'lost')), missing: true },
        data.fetch,
      )
      return toAnswer(visit, 200, 'html' in rendered ? rendered.html : '', {})
    })
    const lost = toAnswer(visit, 404, '', headersOf(visit, 'site', {}))
    if (template instanceof Response) return lost
    const asked = Bun.escapeHTML(readAddress(visit.path).path)
    return { ...lost, bytes: fillIn(template.bytes, new RegExp(`(${placeholder})`), () => asked) }
  }

  /** Without a session every admin path answers alike; the 404 of an unknown one is shown by the admin itself. */
  async function answerAdmin(visit: Visit): Promise<CachedResponse | Response> {
    const isSignedIn = (await services.identify(visit.request)).is === 'administrator'
    if (visit.path === adminPaths.login) {
      if (isSignedIn) return redirect(visit, 303, nextPath(visit.search))
    } else if (!isSignedIn && !isLinkPath(visit.path)) {
      return redirect(visit, 303, loginFor(visit.path + visit.search))
    }
    const shell = await obtain(visit, '? admin', [], async (asked) => {
      const rendered = await renderPage(
        {
          ...(await pageOf(asked, undefined)),
          path: adminPaths.login,
          missing: false,
          head: adminHead(manifest.admin, visit.language, await site.look()),
        },
        data.fetch,
      )
      return toAnswer(visit, 200, 'html' in rendered ? rendered.html : '', {})
    })
    return withAdminHeaders(shell, visit, isAdminScreen(visit.path) || isLinkPath(visit.path) ? 200 : 404)
  }

  /** Pages of one's own may hold forms of other pages. */
  async function mayTakeForm(visit: Visit): Promise<boolean> {
    if (takesForm(visit.path)) return true
    const isOwn = namesForm(visit) && matchSite(visit.path)?.route.isLast === true
    return isOwn && (await isThere(visit.path))
  }

  async function answerForm(visit: Visit): Promise<Response> {
    const { status, result, headers } = await submitForm(services, visit)
    const match = matchSite(visit.path)
    const page = await pageOf(visit, match)
    const rendered = await renderPage({ ...page, formResult: result }, data.fetch)
    const nonce = 'nonce' in rendered ? rendered.nonce : undefined
    const { styleHash } = page
    return new Response('html' in rendered ? rendered.html : rendered.stream, {
      status,
      headers: { ...headersOf(visit, 'site', { nonce, styleHash }), 'Cache-Control': 'no-store', ...headers },
    })
  }

  /** A redirect or a 404 depends on the same tags as the page that might be there. */
  const lostTopicsOf = (match: Match | undefined): readonly CacheTag[] => {
    const topics = match ? topicsOfMatch(match) : []
    return match && !match.route.decides ? topics : [...topics, 'redirect']
  }
  const topicsOfMatch = (match: Match) =>
    reads.topicsOfQueries([...queriesOf(match), ...(furtherOf(match.route)?.lists ?? [])])

  async function pageOf(
    visit: Visit,
    match: Match | undefined,
    sheet: Sheet | 'lost' = match?.route.sheet ?? 'inner',
  ): Promise<Page & Pick<PageHead, 'styleHash'>> {
    const { language, path } = visit
    const read = await site.read(visit.origin)
    const { markup, styleHash } = heads(sheet, { site: read, look: await site.look() })
    return { site: read, language, path, search: match?.route.asks ? visit.search : '', match, head: markup, styleHash }
  }

  /** Files and other paths that are no pages count as live, because only their own handlers know them. */
  async function isLive(address: string): Promise<boolean> {
    const path = withSlash(new URL(address, 'http://site.invalid').pathname)
    const match = matchSite(path)
    if (match && !match.route.isLast)
      return match.route.decides?.(match.params, match.asked) === undefined || isThere(path)
    if (match && (await isThere(path))) return true
    return !path.endsWith('/') || noPublicPage.test(path) || (await findForward(path)) !== undefined
  }

  return { answer, isLive }
}

function refuseMethod(path: string): never {
  const allowed = takesForm(path) ? 'GET, HEAD, POST' : 'GET, HEAD'
  throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: allowed } })
}

/** What the first of them has to say, if any has. */
function firstOf(finds: readonly FindForward[]): FindForward {
  return async (path) => {
    for (const find of finds) {
      const found = await find(path)
      if (found) return found
    }
    return undefined
  }
}

function redirect(visit: Visit, status: 303 | 308, location: string): Response {
  const isAdmin = isAdminPath(visit.path)
  return new Response(null, {
    status,
    headers: {
      ...securityHeaders('data', { https: visit.origin.startsWith('https:') }),
      Location: location,
      'Cache-Control': status === 308 && !isAdmin ? 'no-cache' : 'no-store',
      ...(isAdmin ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  })
}

/** Appends the visitor's query to a cached redirect, which has none. */
function withSearch(made: CachedResponse | Response, search: string): CachedResponse | Response {
  if (made instanceof Response || made.status !== 301 || search === '') return made
  return new Response(null, {
    status: 301,
    headers: { ...made.headers, Location: withQuery(made.headers.Location ?? '', search) },
  })
}

function withAdminHeaders(made: CachedResponse | Response, visit: Visit, status: 200 | 404): Response {
  const headers = { ...headersOf(visit, 'admin', {}), 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
  return new Response(made instanceof Response ? made.body : made.bytes, { status, headers })
}

/** For links and forms that change the language without JavaScript: they lead to its address of the same page. */
function setLanguage(visit: Visit, language: Language): Response {
  const secure = visit.origin.startsWith('https:') ? '; Secure' : ''
  const response = redirect(visit, 303, addressIn(visit, language) + queryWithoutChoice(visit))
  response.headers.set('Set-Cookie', `${languageKey}=${language}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`)
  response.headers.append('Set-Cookie', `${languageChosenKey}=1; Path=/; Max-Age=30; SameSite=Lax${secure}`)
  return response
}

function addressIn({ path }: Visit, language: Language): string {
  if (isAdminPath(path)) return withSlash(path)
  const address = withSlash(inLanguage(path, language))
  // As above.
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

function queryWithout(asked: URLSearchParams, name: string): string {
  const rest = new URLSearchParams(asked)
  rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}

/** However its address is spelled. */
function shownPage({ path, language }: Visit): ShownPage {
  try {
    return { path: decodeURI(path), language }
  } catch {
    return { path, language }
  }
}

function toAnswer(visit: Visit, status: number, html: string, headers: Record<string, string>): Answer {
  return { status, bytes: new TextEncoder().encode(html), headers, path: visit.path }
}

function headersOf(
  { origin, language }: Visit,
  policy: 'site' | 'admin',
  inline: { nonce?: string; styleHash?: string },
): Record<string, string> {
  return {
    ...securityHeaders(policy, { https: origin.startsWith('https:'), ...inline }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding, Cookie',
  }
}

function chosenLanguage(search: string) {
  const chosen = search.includes('lang=') ? new URLSearchParams(search).get('lang') : undefined
  return isLanguage(chosen) ? chosen : undefined
}
