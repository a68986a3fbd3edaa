import { href } from '#i18n/addresses/href'
import { type Language, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { sitePaths } from '#i18n/addresses/paths'
import { accentShades, type Shades } from '#platform/accent/accent-shades'
import { hashOfStyle } from '#platform/http/security-headers'

export type LetterPage = {
  language: Language
  siteName: string
  accent: string | null
  title: MessageId
  text: MessageId
  /** Without one there is nothing to do here any more. */
  button?: MessageId
}

// The site's paper, ink and signal, in the little that one short page needs.
const style = `@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2) format('woff2');font-weight:400 600;font-stretch:75% 115%;font-display:swap}
:root{color-scheme:light dark;--board:#efeee9;--paper:#fbfaf7;--ink:#132339;--soft:#42506a;--line:#d3d7de;--signal:#bf3a17;--signal-ink:#fff;--focus:#2b5cb0}
@media(prefers-color-scheme:dark){:root{--board:#061121;--paper:#0a1a2f;--ink:#e7eef8;--soft:#b2c2d8;--line:#2b4361;--signal:#ff8a4c;--signal-ink:#08172b;--focus:#8cc7f0}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--board);color:var(--ink);font:1.0625rem/1.6 Archivo,Arial,Helvetica,sans-serif}
main{width:min(34rem,100%);background:var(--paper);border:2px solid var(--ink);overflow-wrap:anywhere}
main::before{content:'';display:block;height:.625rem;border-bottom:1px solid var(--line);background:repeating-linear-gradient(90deg,var(--line) 0 1px,transparent 1px 1.5rem) 0 100%/100% 50% no-repeat}
.body{padding:clamp(1.5rem,6vw,2.75rem)}
.site{margin:0 0 1.75rem;font-weight:600;font-stretch:112%}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);line-height:1.15;font-weight:600;font-stretch:112%;text-wrap:balance}
p{margin:0;color:var(--soft)}.site{color:var(--ink)}
form{margin:1.75rem 0 0}
button{min-height:3rem;padding:.7rem 1.5rem;border:1px solid var(--signal);border-radius:2px;background:var(--signal);color:var(--signal-ink);font:600 1.0625rem/1.2 Archivo,Arial,Helvetica,sans-serif;cursor:pointer}
button:hover{border-color:var(--ink)}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem;padding:.25rem clamp(1.5rem,6vw,2.75rem);border-top:2px solid var(--ink);font-size:.9375rem}
a{display:inline-block;padding:.75rem 0;color:var(--ink);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`

/** What the content policy must allow for `letterPage`. */
export const letterPageStyleHash = ({ accent }: Pick<LetterPage, 'accent'>) => hashOfStyle(styleOf(accent))

function styleOf(accent: string | null): string {
  if (accent === null) return style
  const { light, dark } = accentShades(accent)
  const variables = ({ signal, fill, ink }: Shades) =>
    `:root{--signal:${signal};--signal-fill:${fill};--signal-ink:${ink}}`
  return `${style}${variables(light)}@media(prefers-color-scheme:dark){${variables(dark)}}button{background:var(--signal-fill)}`
}

/** A self-contained page behind a link in a mail: its subject and one button, without any external file. */
export function letterPage({ language, siteName, accent, title, text, button }: LetterPage): string {
  const say = (id: MessageId) => Bun.escapeHTML(translate(language, id, { site: siteName }))
  const name = Bun.escapeHTML(siteName)
  const others = languages
    .filter((code) => code !== language)
    .map((code) => `<a href="?lang=${code}" lang="${code}" hreflang="${code}" rel="nofollow">${locales[code]}</a>`)
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${say(title)} · ${name}</title>` +
    `<link rel="icon" href="/favicon.ico" sizes="32x32"><style>${styleOf(accent)}</style></head>` +
    `<body><main><div class="body"><p class="site">${name}</p><h1>${say(title)}</h1><p>${say(text)}</p>` +
    (button ? `<form method="post"><button>${say(button)}</button></form>` : '') +
    `</div><footer><a href="${href(sitePaths.home, {}, language)}">${say('common.home')}</a>${button ? others.join('') : ''}</footer></main></body></html>`
  )
}
