import { pageContentQuery } from '#features/page-contents/queries'
import { Lines } from '#site/home/hero-drawing'
import { NotFound } from '#site/routes'
import { furtherOf } from '#site/further-queries'
import { preloadFrame } from '#site/layout/late-parts'
import type { QueryClient } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server'
import { ApiError } from '#client/api-error'
import { unavailable } from '#contract/http-error'
import { createI18n } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { ownTexts, pageCatalog } from '#i18n/translate'
import { createQueryClient, type Fetch } from '#client/query-client'
import { collectQueries, escapeJson } from '#client/island'
import type { Site } from '#contract/site'
import type { FormResult } from '#contract/form-result'
import { App, createPageStore } from '#app/shell/app'
import { type Island, islandId } from './island'
import { machineHead } from '#app/machines/machine-head'
import { decidingQueryOf, isAdminPath, type Match, queriesOf } from '#app/shell/routes'

export type Page = {
  site: Site
  language: Language
  /** With its trailing slash. */
  path: string
  /** The part of the query that the page reads, with its question mark, or empty. */
  search?: string
  /** undefined for an unknown page, or one of the admin. */
  match?: Match
  /** The page's record is known not to exist. */
  missing?: boolean
  /** Renders nothing if the page turns out not to exist: the 404 page is made elsewhere. */
  unlessMissing?: boolean
  formResult?: FormResult
  /** Inserted before `</head>`. */
  head: string
  /** Inserted at the end of the body. */
  foot?: string
  /** Without hydration data. */
  inert?: boolean
}

type Rendered = { html: string } | { stream: ReadableStream<Uint8Array>; nonce: string }

/** Milliseconds that a page waits for its secondary parts before it is sent without them. */
const timeout = 300

/**
 * Renders a page completely, or, when some of its data is late, as a stream that begins with the available part. The deciding
 * query is always awaited: its error is thrown, and its 404 becomes `missing`.
 */
export async function renderPage(page: Page, fetch: Fetch): Promise<Rendered & { missing: boolean }> {
  const queries = createQueryClient(fetch, { oneRender: true })
  // Loaded before rendering: a late part of a drawing would be streamed with an inline style, which the content
  // security policy forbids.
  await Promise.all([
    page.match?.route.Component.preload?.(),
    NotFound.preload(),
    Lines.preload(),
    preloadFrame(page.site),
  ])
  const decided = page.missing === undefined ? await prefetchDeciding(queries, page.match) : undefined
  const missing = page.missing ?? !decided
  if (missing && page.unlessMissing) return { html: '', missing }
  // Its metadata are the defaults of every page; a 404 is answered without them, too.
  if (missing) await queries.prefetchQuery(pageContentQuery('home'))
  const complete = missing || (await prefetchRest(queries, page.match, decided?.found))
  const nonce = complete ? undefined : createNonce()
  const head = missing ? page.head : machineHead(page, queries) + page.head
  const faults: unknown[] = []
  const stream = await renderToReadableStream(
    <App
      queries={queries}
      store={createPageStore({ ...page, formResult: page.formResult ?? null })}
      i18n={createI18n(page.language, pageCatalog(page.language))}
      path={page.path + (page.search ?? '')}
      missing={missing}
    />,
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (fault) => void faults.push(fault) },
  ).catch((error: unknown) => {
    throw asHttpError(error)
  })
  const island = () =>
    page.inert
      ? ''
      : (page.foot ?? '') +
        islandElement(
          {
            site: page.site,
            language: page.language,
            texts: ownTexts(isAdminPath(page.path)),
            queries: collectQueries(queries),
            formResult: page.formResult ?? null,
            missing,
          },
          complete,
        )
  if (nonce) return { stream: stream.pipeThrough(completing(head, island)), nonce, missing }
  await stream.allReady
  if (faults.length > 0) throw asHttpError(faults[0])
  const html = await new Response(stream).text()
  return {
    html: html
      .replace('</head>', () => `${head}</head>`)
      .replace(/<\/body><\/html>$/, () => `${island()}</body></html>`),
    missing,
  }
}

/** Renders a page without hydration data, with one response of the API replaced. */
export async function renderPreview(
  page: Page,
  replaced: { address: string; answer: unknown },
  fetch: Fetch,
): Promise<string> {
  const rendered = await renderPage({ ...page, inert: true }, (url, ...rest) =>
    url.replace(/\?.*/, '') === replaced.address
      ? Promise.resolve(Response.json(replaced.answer))
      : fetch(url, ...rest),
  )
  return 'html' in rendered ? rendered.html : new Response(rendered.stream).text()
}

/** Prefetches the deciding query; undefined where its record does not exist. Its metadata is awaited too, for the head. */
async function prefetchDeciding(
  queries: QueryClient,
  match: Match | undefined,
): Promise<{ found: unknown } | undefined> {
  if (!match) return { found: undefined }
  const deciding = decidingQueryOf(match)
  const metadata = queriesOf(match).filter(({ queryKey }) => queryKey[0] === '/api/page-contents')
  try {
    const [found] = await Promise.all([deciding, ...metadata].map((query) => query && queries.fetchQuery(query)))
    const isThere = deciding === undefined || match.route.isMissing?.(found as never, match.query) !== true
    return isThere ? { found } : undefined
  } catch (error) {
    if (deciding && error instanceof ApiError && error.status === 404) return undefined
    throw asHttpError(error)
  }
}

/**
 * Whether all other queries settled in time. Failed parts show their own error, but without the database there is no
 * page.
 */
async function prefetchRest(queries: QueryClient, match: Match | undefined, found: unknown): Promise<boolean> {
  if (!match) return true
  const further = furtherOf(match.route)?.queries(found as never) ?? []
  const all = Promise.all([...queriesOf(match), ...further].map((query) => queries.fetchQuery(query))).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 503) throw asHttpError(error)
      return false
    },
  )
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), timeout)
  try {
    return await Promise.race([all, late.promise])
  } finally {
    clearTimeout(timer)
    all.catch(() => {})
  }
}

/** Maps an error of the API to the `HttpError` of the page. */
function asHttpError(error: unknown): unknown {
  return error instanceof ApiError && error.status === 503 ? unavailable(error) : error
}

const createNonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')

const islandElement = (island: Island, complete: boolean) =>
  `<script type="application/json" id="${islandId}"${complete ? '' : ' data-incomplete'}>${escapeJson(island)}</script>`

/** Inserts head and island into a streamed document. */
function completing(head: string, island: () => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const end = '</body></html>'
  let headed = false
  let held = ''
  return new TransformStream({
    transform(chunk, controller) {
      held += decoder.decode(chunk, { stream: true })
      if (!headed && held.includes('</head>')) {
        held = held.replace('</head>', () => `${head}</head>`)
        headed = true
      }
      if (!headed) return
      const keep = Math.min(held.length, end.length)
      controller.enqueue(encoder.encode(held.slice(0, held.length - keep)))
      held = held.slice(held.length - keep)
    },
    flush(controller) {
      held += decoder.decode()
      controller.enqueue(
        encoder.encode(held.endsWith(end) ? held.slice(0, -end.length) + island() + end : held + island()),
      )
    },
  })
}
