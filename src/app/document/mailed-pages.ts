import { sitePaths } from '#i18n/addresses/paths'
import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { type PlainSheet, plainStyle } from '#app/look/look-style'
import type { Look } from '#contract/site-values'
import type { MailedPage } from '#platform/feature'
import { readAddress, href } from '#i18n/addresses/href'
import { HttpError } from '#contract/http-error'
import { securityHeaders, hashOfInline } from '#platform/http/security-headers'
import { defaultLanguage, type Language, languageInCookies, languages } from '#i18n/language'
import { builtInAccent, readSite } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { toHttpError } from '#app/api/errors'
import { iconPaths } from '#app/icons/paths'
import { features } from '#app/features'
import type { Visit } from '#app/visit'

// The site's colours, in the few styles of one short page.
const sheet: PlainSheet = {
  light:
    '--board:#efeee9;--paper:#fbfaf7;--ink:#132339;--soft:#42506a;--line:#d3d7de;--grid:#e3e4e4;--signal:#cf3203;--signal-ink:#fff;--focus:#2b5cb0',
  dark: '--board:#061121;--paper:#0a1a2f;--ink:#e7eef8;--soft:#b2c2d8;--line:#2b4361;--grid:#0d1d33;--signal:#ff8a4c;--signal-ink:#08172b;--focus:#8cc7f0',
  rules: `*{box-sizing:border-box;text-rendering:geometricPrecision}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:linear-gradient(var(--grid) 1px,transparent 1px) 0 0/100% 1.5rem,linear-gradient(90deg,var(--grid) 1px,transparent 1px) 0 0/1.5rem,var(--board);color:var(--ink);font:1.0625rem/1.6 Archivo,Arial,Helvetica,sans-serif}
main{width:min(34rem,100%);background:var(--paper);border:2px solid var(--ink);overflow-wrap:anywhere}
main::before{content:'';display:block;height:.625rem;border-bottom:1px solid var(--line);background:repeating-linear-gradient(90deg,var(--line) 0 1px,transparent 1px 1.5rem) 0 100%/100% 50% no-repeat}
.body{padding:clamp(1.5rem,6vw,2.75rem)}
.site{display:flex;align-items:center;gap:.7rem;margin:0 0 1.75rem;font-size:1.25rem;line-height:1.2;font-weight:600;font-stretch:112%}
.site :is(img,svg){flex:none;width:auto;height:2rem;max-width:100%}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);line-height:1.15;font-weight:600;font-stretch:112%;text-wrap:balance}
p{margin:0;color:var(--soft)}.site{color:var(--ink)}
form,.back{margin:1.75rem 0 0}
button,.home{min-height:3rem;padding:.7rem 1.5rem;border:1px solid var(--signal);border-radius:2px;background:var(--signal);color:var(--signal-ink);font:600 1.0625rem/1.2 Archivo,Arial,Helvetica,sans-serif;cursor:pointer}
button:hover{border-color:var(--ink)}
.home{display:inline-flex;align-items:center;border-color:var(--ink);background:none;color:var(--ink);text-decoration:none}
footer{display:grid;grid-template-columns:2fr 1fr 1fr;gap:1px;border-top:2px solid var(--ink);background:var(--line);color:var(--soft);font-size:.9375rem;line-height:1.4;forced-color-adjust:none}
footer>*{min-width:0;padding:.6rem .9rem;background:var(--paper)}
b{display:block;color:var(--ink);font-weight:600}
footer a{grid-column:1/-1;display:grid;align-content:center;min-height:2.75rem;color:var(--ink);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`,
}

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
  site: Pick<LetterPage, 'siteName' | 'hasLogo' | 'accent' | 'look'>,
  { origin }: Visit,
  status: number,
  page: Pick<LetterPage, 'language' | 'title' | 'text' | 'button'>,
): Response {
  return new Response(letterPage({ ...page, ...site }), {
    status,
    headers: {
      ...securityHeaders('site', origin, { styleHash: hashOfInline(styleOf(site)) }),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': page.language,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}

type LetterPage = {
  language: Language
  siteName: string
  hasLogo: boolean
  accent: string | null
  look: Look
  title: MessageId
  text: MessageId
  /** Absent if there is nothing to do. */
  button?: MessageId
}

const styleOf = (site: Pick<LetterPage, 'accent' | 'look'>): string =>
  plainStyle(sheet, site, ({ signal, fill, ink }) => `--signal:${signal};--signal-fill:${fill};--signal-ink:${ink}`) +
  (site.accent === null ? '' : 'button{background:var(--signal-fill)}')

/** The built-in mark. */
const mark =
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path fill="currentColor" d="M2 3h5.2v26H2zM17.2 11.2a7 7 0 0 0 5.6 0L30.2 29h-5.5L20 17.2 15.3 29H9.8z"/><circle cx="20" cy="6.3" r="3.6" fill="var(--signal)"/></svg>'

/** The page behind a link in a mail: its subject and one button, and a title block, without any other file than a logo. */
function letterPage({ language, siteName, hasLogo, accent, look, title, text, button }: LetterPage): string {
  const say = (id: MessageId) => Bun.escapeHTML(translate(language, id, { site: siteName }))
  const name = Bun.escapeHTML(siteName)
  const others = languages
    .filter((code) => code !== language)
    .map((code) => `<a href="?lang=${code}" lang="${code}" hreflang="${code}" rel="nofollow">${locales[code]}</a>`)
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${say(title)} · ${name}</title>` +
    `<link rel="icon" href="/favicon.ico" sizes="32x32"><style>${styleOf({ accent, look })}</style></head>` +
    `<body><main><div class="body"><p class="site">${hasLogo ? `<img src="${iconPaths.logo}" alt="${name}">` : mark + name}</p><h1>${say(title)}</h1><p>${say(text)}</p>` +
    (button ? `<form method="post"><button>${say(button)}</button></form>` : '') +
    `<p class="back"><a class="home" href="${href(sitePaths.home, {}, language)}">${say('common.home')}</a></p></div>` +
    `<footer><span>${say('footer.drawnBy')} <b>${name}</b></span><span>${say('footer.sheet')} <b>A4</b></span>` +
    `<span>${say('footer.scale')} <b>1:1</b></span>${button ? others.join('') : ''}</footer></main></body></html>`
  )
}
