import type { MailedPage } from '#platform/feature'
import { readAddress } from '#i18n/addresses/href'
import { HttpError } from '#contract/http-error'
import { securityHeaders } from '#platform/http/security-headers'
import { defaultLanguage, type Language, languageInCookies } from '#i18n/language'
import { builtInAccent, readSite } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { toHttpError } from '#app/api/errors'
import { features } from '#app/features'
import type { Visit } from '#app/visit'
import { letterPage, type LetterPage, letterPageStyleHash } from './letter-page'

/** What a mail leads to: the page, and the token that opens it. */
type Link = { page: MailedPage; token: string }

const pages = features.flatMap(({ api }) => api?.mailedPages ?? [])
const sectionOf = ({ path }: MailedPage) => path.slice(0, path.indexOf(':'))
const methods = ['GET', 'HEAD', 'POST']
const bodyTypes = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Without its slash too. */
export function findMailedLink(address: string): Link | undefined {
  const { path } = readAddress(address)
  const page = pages.find((one) => path.startsWith(sectionOf(one)))
  return page && { page, token: path.slice(sectionOf(page).length).replace(/\/$/, '') }
}

/**
 * The page behind the link of a mail. Its token is the only credential for pressing the button: mail programs do so by
 * themselves (RFC 8058), without cookies and `Origin`. It is not cached or indexed, and sends no referrer.
 */
export async function answerMailedLink(services: Services, visit: Visit, link: Link): Promise<Response> {
  const { method, request } = visit
  if (!methods.includes(method))
    throw new HttpError(405, 'errors.methodNotAllowed', { headers: { Allow: methods.join(', ') } })
  const { name: siteName, accent } = (await readSite(services.db, services.config)).inForce
  const site = { siteName, accent: accent === builtInAccent ? null : accent }
  try {
    const { page, token } = link
    const written = await page.find(services.db, token)
    if (method === 'POST') await press(services, request, link)
    const language = chosenLanguage(visit) ?? written
    return show(site, visit, 200, { language, ...(method === 'POST' ? page.done : page.ask) })
  } catch (thrown) {
    const { status, messageId } = toHttpError(thrown)
    if (status !== 404 && status !== 410) throw thrown
    const language = chosenLanguage(visit) ?? defaultLanguage
    return show(site, visit, status, { language, title: 'mailedPage.faultTitle', text: messageId })
  }
}

/** What the body says does not matter: the token says it all. */
async function press(services: Services, { headers, body }: Request, { page, token }: Link): Promise<void> {
  const type = headers.get('content-type')
  if (type !== null && !bodyTypes.test(type)) throw new HttpError(415, 'errors.notForm')
  await body?.cancel()
  await page.press(services, token)
}

/** The visitor's own; without one the page is in the language of its mail. */
const chosenLanguage = ({ path, request }: Visit): Language | undefined =>
  readAddress(path).pinned ?? languageInCookies(request.headers.get('cookie') ?? '')

function show(
  site: Pick<LetterPage, 'siteName' | 'accent'>,
  { origin }: Visit,
  status: number,
  page: Pick<LetterPage, 'language' | 'title' | 'text' | 'button'>,
): Response {
  return new Response(letterPage({ ...page, ...site }), {
    status,
    headers: {
      ...securityHeaders('site', { https: origin.startsWith('https:'), styleHash: letterPageStyleHash(site) }),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': page.language,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
