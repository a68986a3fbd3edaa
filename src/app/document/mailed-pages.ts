import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import type { MailedPage } from '#platform/feature'
import { readAddress, href } from '#i18n/addresses/href'
import { HttpError } from '#contract/http-error'
import { defaultLanguage, type Language, languageInCookies, languages } from '#i18n/language'
import { builtInAccent, readSite } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { toHttpError } from '#app/api/errors'
import { features } from '#app/features'
import type { Visit } from '#app/visit'
import { answerPlainPage, type PlainSite } from './plain-page'
import { sitePaths } from '#i18n/addresses/paths'

/** The page of a mailed link, and its token. */
type Link = { page: MailedPage; token: string }

const pages = features.flatMap(({ api }) => api?.mailedPages ?? [])
const sectionOf = ({ path }: MailedPage) => path.slice(0, path.indexOf(':'))
const methods = ['GET', 'HEAD', 'POST']
const bodyTypes = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/** Also without the trailing slash. */
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
  const { name: siteName, accent, look, logo } = (await readSite(services.db, services.config)).inForce
  const site = { siteName, hasLogo: logo !== null, accent: accent === builtInAccent ? null : accent, look }
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

/** The body is ignored: the token is sufficient. */
async function press(services: Services, { headers, body }: Request, { page, token }: Link): Promise<void> {
  const type = headers.get('content-type')
  if (type !== null && !bodyTypes.test(type)) throw new HttpError(415, 'errors.notForm')
  await body?.cancel()
  await page.press(services, token)
}

/** The visitor's chosen language; by default the page is in the language of its mail. */
const chosenLanguage = ({ path, request }: Visit): Language | undefined =>
  readAddress(path).pinned ?? languageInCookies(request.headers.get('cookie') ?? '')

function show(
  site: PlainSite,
  { origin }: Visit,
  status: number,
  { language, button, ...texts }: { language: Language; title: MessageId; text: MessageId; button?: MessageId },
): Response {
  const others = languages
    .filter((code) => code !== language)
    .map((code) => `<a href="?lang=${code}" lang="${code}" hreflang="${code}" rel="nofollow">${locales[code]}</a>`)
  const form = button && `<form method="post"><button>${Bun.escapeHTML(translate(language, button))}</button></form>`
  return answerPlainPage(
    site,
    {
      language,
      ...texts,
      form,
      home: href(sitePaths.home, {}, language),
      sheet: 'A4',
      foot: button && others.join(''),
    },
    { origin, status, headers: { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } },
  )
}
