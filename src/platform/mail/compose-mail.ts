import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { cellStyle, font, ink, soft } from './article'
import type { MailContent } from './table'

/** The content of a mail: paragraphs, a quoted text below them, one button, and a footer line. */
type Draft = {
  language: Language
  site: string
  look?: MailLook
  subject: string
  /** Shown beside the subject in lists of mails; by default the first paragraph. */
  preview?: string
  /** Paragraphs before the title. */
  lead?: readonly string[]
  /** None in replies from one person to another. */
  title?: string
  paragraphs: readonly string[]
  /** The text and the HTML of content with more than paragraphs. */
  article?: { text: string; html: string }
  /** A person's text, shown literally. `lead` says who wrote it and when. */
  quote?: { lead?: string; text: string }
  action?: { label: string; url: string }
  foot: string
  /** The unsubscribe link. */
  leave?: { label: string; url: string }
}

/**
 * The site's look in mails: the line colour in light and dark mode, its logo or icon, its typefaces where the reader has
 * them, and the radius of corners in pixels. Light or dark is the reader's choice.
 */
export type MailLook = {
  signal?: { light: string; dark: string }
  logo?: string
  /** The URL of its icon, beside the name of a site without a logo. */
  icon?: string
  fonts?: { heading: string; text: string }
  corner?: number
}

/** Renders a mail: text, and HTML that needs no pictures and follows the reader's light or dark mode. */
export function composeMail(draft: Draft): Pick<MailContent, 'subject' | 'text' | 'html'> {
  return { subject: oneLine(draft.subject), text: textOf(draft), html: withFonts(htmlOf(draft), draft.look?.fonts) }
}

/** Texts of people cannot contain the built-in fonts as they are in styles, because their quotes are escaped. */
function withFonts(html: string, fonts: MailLook['fonts']): string {
  if (!fonts) return html
  return html
    .replaceAll(/(?<=font:600 \d+px\/1\.3 )'Archivo'/g, () => `${fonts.heading},'Archivo'`)
    .replaceAll(/(?<![\w'],)'Archivo'(?=,'Segoe UI')/g, () => `${fonts.text},'Archivo'`)
}

/**
 * Makes a typed text safe for a mail header: no line breaks, no bidirectional controls, nothing that is parsed as an
 * encoded word.
 */
export function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('=?', '= ?')
    .toWellFormed()
    .trim()
  const characters = [...line]
  return characters.length > longestLine ? `${characters.slice(0, longestLine - 1).join('')}…` : line
}

const longestLine = 320

function textOf({ lead = [], title, paragraphs, article, quote, action, foot, leave, site }: Draft): string {
  return [
    ...lead,
    ...(title === undefined ? [] : [lead.length > 0 || article ? underlined(title) : title]),
    ...paragraphs,
    ...(article ? [article.text] : []),
    ...(quote === undefined
      ? []
      : [[...(quote.lead === undefined ? [] : [quote.lead]), quoted(quote.text)].join('\n')]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${site}\n${foot}${leave ? `\n${leave.label}:\n${leave.url}` : ''}`,
  ].join('\n\n')
}

const underlined = (line: string) => `${line}\n${'='.repeat(Math.min(72, [...line].length))}`

/** Quotes text as mail clients do: a `>` before each line. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

const builtInCorner = 4
export const ownSignal = { light: '#c8380a', dark: '#ff9257' }

/**
 * Layout tables and inline styles are what every mail program supports. Texts written by people are in blocks with
 * `dir="auto"`.
 */
function htmlOf(draft: Draft): string {
  const { language, subject, title, paragraphs, article, quote, action, foot, leave, site, look = {} } = draft
  const { signal = ownSignal, corner = builtInCorner } = look
  const paragraph = (words: string) => row('0 28px 14px', block('ink', `font:400 16px/1.6 ${font};color:${ink}`, words))
  const rows = [
    row('26px 28px 18px', letterhead(site, look)),
    ...(draft.lead ?? []).map(paragraph),
    ...(draft.lead?.length
      ? [
          row(
            '6px 28px 18px',
            '<div class="line" style="border-top:1px solid #d8dce2;font-size:0;line-height:0">&nbsp;</div>',
          ),
        ]
      : []),
    ...(title === undefined
      ? []
      : [
          row(
            '0 28px 14px',
            `<h1 class="ink" dir="auto" style="margin:0;font:600 22px/1.3 ${font};color:${ink};overflow-wrap:anywhere;word-break:break-word">${withBreaks(title)}</h1>`,
          ),
        ]),
    ...paragraphs.map((words) =>
      article ? row('0 28px 18px', block('soft', `font:400 18px/1.5 ${font};color:${soft}`, words)) : paragraph(words),
    ),
    ...(article
      ? [row('0 28px 6px', `<div style="overflow-wrap:anywhere;word-break:break-word">${article.html}</div>`)]
      : []),
    ...(quote === undefined ? [] : [row('6px 28px 20px', quotation({ quote, title, signal: signal.light }))]),
    ...(action
      ? [
          row('4px 28px 10px', button(action, corner)),
          row(
            '0 28px 18px',
            `<div class="soft" style="font:400 13px/1.5 ${font};color:${soft}">${escape(translate(language, 'mail.copyAddress'))}</div><a class="soft" href="${escape(action.url)}" style="font:400 13px/1.5 ${font};color:${soft};overflow-wrap:anywhere;word-break:break-all">${escape(action.url)}</a>`,
          ),
        ]
      : []),
  ]

  const foots = [
    block('soft', `font:400 13px/1.5 ${font};color:${soft}`, foot),
    ...(leave ? [`<div style="padding-top:10px">${leaveLink(leave)}</div>`] : []),
  ]
  rows.push(
    `<tr><td class="line" style="padding:16px 28px 26px;border-top:1px solid #d8dce2">${foots.join('')}</td></tr>`,
  )
  const preview = escape(oneLine(draft.preview || (draft.lead?.[0] ?? paragraphs[0] ?? '')))
  const frame = { language, subject: escape(oneLine(subject)), preview, signal, corner }
  const whole = documentOf(rows, frame)
  if (!leave || Buffer.byteLength(whole) <= largestMail) return whole
  // The link at the end would be hidden.
  return documentOf(rows.toSpliced(1, 0, row('0 28px 18px', leaveLink(leave))), frame)
}

/** Bytes of HTML: Gmail hides what comes behind 102 KB, and the links of each reader are longer than their placeholders. */
const largestMail = 90 * 1024

const leaveLink = ({ label, url }: { label: string; url: string }) =>
  `<a class="soft" href="${escape(url)}" style="display:inline-block;font:400 13px/1.5 ${font};color:${soft}">${escape(label)}</a>`

type Frame = {
  language: Language
  subject: string
  preview: string
  signal: { light: string; dark: string }
  corner: number
}

/**
 * `preview` is the preheader that lists of mails show beside the subject. The language is repeated inside the body,
 * because Gmail removes the elements around it, and the width is repeated for Outlook, which does not support
 * `max-width`.
 */
function documentOf(rows: readonly string[], { language, subject, preview, signal, corner }: Frame): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; }${cellStyle}
@media (prefers-color-scheme: dark) {
  .paper { background: #0b1728 !important; }
  .sheet { background: #13233b !important; border-color: #2c4262 !important; }
  .ink, .cell { color: #e8f0fa !important; }
  .soft { color: #b3c4d9 !important; }
  .quote { border-color: ${signal.dark} !important; }
  .rule { border-top-color: ${signal.dark} !important; }
  .line, .cell { border-color: #2c4262 !important; }
  .button { background: #e8f0fa !important; color: #0b1728 !important; }
}
</style>
<!--[if mso]><style>.preview { mso-hide: all; } .button { mso-padding-alt: 13px 22px; }</style><![endif]-->
</head>
<body class="paper" style="margin:0;padding:0;background:#f6f5f1">
<div class="preview" style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div role="article" aria-label="${subject}" lang="${language}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#f6f5f1">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet rule" style="max-width:600px;background:#ffffff;border:1px solid #d8dce2;border-top:4px solid ${signal.light};border-radius:${corner}px;text-align:start;table-layout:fixed">
${rows.join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</div>
</body>
</html>
`
}

/** In a table cell, because Outlook ignores padding of links. */
const button = ({ label, url }: { label: string; url: string }, corner: number) =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" style="background:${ink};border-radius:${corner}px"><a class="button" href="${escape(url)}" style="display:inline-block;padding:13px 22px;background:${ink};color:#ffffff;border-radius:${corner}px;font:600 16px/1.25 ${font};text-decoration:none">${escape(label)}</a></td></tr></table>`

function quotation({
  quote,
  title,
  signal,
}: Required<Pick<Draft, 'quote'>> & { title?: string; signal: string }): string {
  const { lead, text } = quote
  const introduction =
    lead === undefined ? '' : block('soft', `padding:0 0 8px;font:400 14px/1.5 ${font};color:${soft}`, lead)
  return `${introduction}<blockquote class="quote" style="margin:0;padding:2px 0 2px 16px;border-left:3px solid ${signal}">${block(
    title === undefined ? 'soft' : 'ink',
    `font:400 ${title === undefined ? '15px/1.55' : '16px/1.6'} ${font};color:${title === undefined ? soft : ink}`,
    text,
  )}</blockquote>`
}

const row = (style: string, content: string) => `<tr><td style="padding:${style}">${content}</td></tr>`

const block = (kind: string, style: string, words: string) =>
  `<div class="${kind}" dir="auto" style="${style};overflow-wrap:anywhere;word-break:break-word">${withBreaks(words)}</div>`

/** Mail programs that do not show pictures show the name as the logo's alternative text. */
function letterhead(site: string, { logo, icon }: MailLook): string {
  const name = `font:600 14px/1.4 ${font};letter-spacing:.02em;color:${ink}`
  if (logo !== undefined)
    return `<img class="ink" src="${escape(logo)}" alt="${escape(site)}" height="36" style="display:block;height:36px;width:auto;max-width:100%;border:0;border-radius:4px;${name}">`
  if (icon === undefined) return block('ink', name, site)
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding:0 12px 0 0"><img src="${escape(icon)}" alt="" width="40" height="40" style="display:block;border:0;border-radius:4px"></td><td>${block('ink', name, site)}</td></tr></table>`
}

const withBreaks = (words: string) =>
  escape(words)
    .replaceAll('  ', '&nbsp; ')
    .replaceAll(/\r\n|\r|\n/g, '<br>')

const escape = (text: string) => Bun.escapeHTML(text)

/** The HTML of a mail as a page for a frame of the admin; links open in a new tab, because pages of the site may not be framed. */
export const mailInFrame = (html: string): Response =>
  new Response(html.replace('<head>', '<head>\n<base target="_blank">'), { headers })

/** Allows the inline styles of a mail, images from any host, and its links in new tabs. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
}
