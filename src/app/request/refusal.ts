import { toHttpError } from '#app/api/errors'
import { isApi, type Visit } from '#app/visit'
import type { SiteReader } from '#app/site-reader'
import type { ErrorBody } from '#contract/envelope'
import { href, readAddress } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { type PlainSheet, plainStyle } from '#app/look/look-style'
import type { Look } from '#contract/look'
import { plainError } from '#platform/http/plain-error'
import { dataHeaders, hashOfInline, securityHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import { withoutSecrets } from './secret-links'

const sheet: PlainSheet = {
  light: '--paper:#fbfaf7;--ink:#1a2438;--soft:#4a556b;--line:#d5dae2;--signal:#c8401c',
  dark: '--paper:#08172b;--ink:#e7eef8;--soft:#a9bdd6;--line:#27405f;--signal:#ff8a4c',
  rules: `body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 Archivo,Arial,Helvetica,sans-serif}
main{box-sizing:border-box;width:min(36rem,100%);padding:2rem;border-block:1px solid var(--line)}
p{margin:0 0 1rem;color:var(--soft)}.status{color:var(--signal);font-size:.875rem;letter-spacing:.08em}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}a{display:inline-block;padding:.7rem 1.25rem;border:1px solid currentColor;border-radius:4px;color:var(--ink);text-decoration:none;margin:.5rem .75rem 0 0}
small{display:block;margin-top:1.5rem;color:var(--soft)}`,
}

/**
 * The error response as a page or as JSON; the cause of a 500 is logged, and not part of the response. Never throws: where
 * the page cannot be made, it is a sentence.
 */
export function createRefusal({ config, log }: Pick<Services, 'config' | 'log'>, site: Pick<SiteReader, 'last'>) {
  return (visit: Visit, thrown: unknown): Response => {
    try {
      return refuse(visit, thrown)
    } catch (error) {
      log.error('An error page could not be made', { id: visit.id, path: withoutSecrets(visit.path), error })
      return plainError(config.siteUrl, visit.id)
    }
  }

  function refuse({ path, language, id }: Visit, thrown: unknown): Response {
    const { status, messageId, options } = toHttpError(thrown)
    const broken = status >= 500
    if (broken) log.error('A request failed', { id, path: withoutSecrets(path), status, error: thrown })
    const headers = {
      'Content-Language': language,
      'Cache-Control': 'no-store',
      ...(broken ? { 'X-Request-Id': id } : {}),
      ...options.headers,
    }
    if (isApi(path)) {
      const body: ErrorBody = { message: translate(language, messageId, options.values) }
      return Response.json(body, { status, headers: { ...dataHeaders(config), ...headers } })
    }
    const { name: siteName, accent, look } = site.last()
    const html = errorPage({ path, language, siteName, accent, look, status, messageId, id: broken ? id : undefined })
    const pageHeaders = securityHeaders('site', config.siteUrl, { styleHash: hashOfInline(styleOf({ accent, look })) })
    return new Response(html, {
      status,
      headers: { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8', ...headers },
    })
  }
}

type ErrorPage = {
  path: string
  language: Language
  siteName: string
  accent: string | null
  look?: Look
  status: number
  messageId: MessageId
  id?: string
}

const styleOf = (site: Pick<ErrorPage, 'accent' | 'look'>): string =>
  plainStyle(sheet, site, ({ text }) => `--signal:${text}`)

/** The error page for when rendering fails: self-contained but for the font, and without the cause. */
export function errorPage({ path, language, siteName, accent, look, status, messageId, id }: ErrorPage): string {
  const text = (textId: MessageId) => Bun.escapeHTML(translate(language, textId))
  const name = Bun.escapeHTML(siteName)
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${text('common.error')} · ${name}</title><link rel="icon" href="/favicon.ico" sizes="32x32"><style>${styleOf({ accent, look })}</style></head>` +
    `<body><main><p class="status">${name} · ${status}</p><h1>${text('common.error')}</h1><p>${text(messageId)}</p>` +
    `<p><a href="">${text('common.retry')}</a><a href="${href(sitePaths.home, {}, readAddress(path).pinned)}">${text('common.home')}</a></p>${id ? `<small>${Bun.escapeHTML(id)}</small>` : ''}</main></body></html>`
  )
}
