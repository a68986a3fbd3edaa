import { toHttpError } from '#app/api/errors'
import { isApi, type Visit } from '#app/visit'
import type { SiteReader } from '#app/site-reader'
import type { ErrorBody } from '#contract/envelope'
import { translate } from '#i18n/translate'
import { securityHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import { errorPage, errorPageStyleHash } from './error-page'
import { withoutSecrets } from './secret-links'

/** The error response as a page or as JSON; the cause of a 500 is logged, and not part of the response. */
export function createRefusal({ config, log }: Pick<Services, 'config' | 'log'>, site: Pick<SiteReader, 'last'>) {
  const https = config.siteUrl?.startsWith('https:') ?? false
  const dataHeaders = securityHeaders('data', { https })
  return ({ path, language, id }: Visit, thrown: unknown): Response => {
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
      return Response.json(body, { status, headers: { ...dataHeaders, ...headers } })
    }
    const { name: siteName, accent } = site.last()
    const html = errorPage({ path, language, siteName, accent, status, messageId, id: broken ? id : undefined })
    const pageHeaders = securityHeaders('site', { https, styleHash: errorPageStyleHash({ accent }) })
    return new Response(html, {
      status,
      headers: { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8', ...headers },
    })
  }
}
