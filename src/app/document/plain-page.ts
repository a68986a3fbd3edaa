import { iconPaths } from '#app/icons/icon-files'
import { type PlainSheet, plainStyle } from '#app/look/look-style'
import { sampleName } from '#contract/site'
import type { Look } from '#contract/site-values'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { hashOfInline, securityHeaders } from '#platform/http/security-headers'

/** The site's colours, in the few styles of one short page. */
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
.home{display:inline-flex;align-items:center;margin:0 .75rem .5rem 0;border-color:var(--ink);background:none;color:var(--ink);text-decoration:none}
footer{display:grid;grid-template-columns:2fr 1fr 1fr;gap:1px;border-top:2px solid var(--ink);background:var(--line);color:var(--soft);font-size:.9375rem;line-height:1.4;forced-color-adjust:none}
footer>*{min-width:0;padding:.6rem .9rem;background:var(--paper)}
b{display:block;color:var(--ink);font-weight:600}
footer :is(a,small){grid-column:1/-1}
footer a{display:grid;align-content:center;min-height:2.75rem;color:var(--ink);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`,
}

/** `accent`: null for the built-in one. */
export type PlainSite = { siteName: string; accent: string | null; look?: Look; hasLogo?: boolean }

type PlainPage = {
  language: Language
  title: MessageId
  text: MessageId
  /** HTML below the text. */
  form?: string
  /** HTML before the link to the home page, whose path is `home`. */
  links?: string
  home: string
  sheet: string
  /** HTML at the end. */
  foot?: string
}

type Sent = { origin: string | undefined; status: number; headers?: Record<string, string> }

/** A page that needs neither scripts nor other style sheets: one subject, and a title block. */
export function answerPlainPage(site: PlainSite, page: PlainPage, { origin, status, headers }: Sent): Response {
  const style = styleOf(site)
  return new Response(plainPage(site, page, style), {
    status,
    headers: {
      ...securityHeaders('site', origin, { styleHash: hashOfInline(style) }),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': page.language,
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

const styleOf = (site: PlainSite): string =>
  plainStyle(sheet, site, ({ signal, fill, ink }) => `--signal:${signal};--signal-fill:${fill};--signal-ink:${ink}`) +
  (site.accent === null ? '' : 'button{background:var(--signal-fill)}')

/** The logo of the sample company. */
const mark =
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path fill="currentColor" d="M2 3h5.2v26H2zM17.2 11.2a7 7 0 0 0 5.6 0L30.2 29h-5.5L20 17.2 15.3 29H9.8z"/><circle cx="20" cy="6.3" r="3.6" fill="var(--signal)"/></svg>'

function plainPage(
  { siteName, hasLogo }: PlainSite,
  { language, title, text, form = '', links = '', home, sheet: number, foot = '' }: PlainPage,
  style: string,
): string {
  const say = (id: MessageId) => Bun.escapeHTML(translate(language, id, { site: siteName }))
  const name = Bun.escapeHTML(siteName)
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${say(title)} · ${name}</title>` +
    `<link rel="icon" href="/favicon.ico" sizes="32x32"><style>${style}</style></head>` +
    `<body><main><div class="body"><p class="site">${hasLogo ? `<img src="${iconPaths.logo}" alt="${name}">` : `${siteName === sampleName ? mark : ''}${name}`}</p><h1>${say(title)}</h1><p>${say(text)}</p>${form}` +
    `<p class="back">${links}<a class="home" href="${home}">${say('common.home')}</a></p></div>` +
    `<footer><span>${say('footer.drawnBy')} <b>${name}</b></span><span>${say('footer.sheet')} <b>${number}</b></span>` +
    `<span>${say('footer.scale')} <b>1:1</b></span>${foot}</footer></main></body></html>`
  )
}
