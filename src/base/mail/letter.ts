import type { Language } from '../i18n/language'
import type { Letter } from './table'

/** A mail as it is written: paragraphs, somebody else's words quoted below them, one thing to do, and a last line. */
export type Draft = {
  language: Language
  site: string
  subject: string
  title: string
  paragraphs: readonly string[]
  /** What somebody wrote: shown as they wrote it, never interpreted. */
  quote?: string
  action?: { label: string; url: string }
  foot: string
}

/** Both parts of a mail: text, and HTML that needs no pictures and follows the reader's light or dark. */
export function toLetter(draft: Draft): Pick<Letter, 'subject' | 'text' | 'html'> {
  return { subject: oneLine(draft.subject), text: textOf(draft), html: htmlOf(draft) }
}

/** What stands in a header is one line, whatever was typed. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 250)

function textOf({ title, paragraphs, quote, action, foot, site }: Draft): string {
  return [
    title,
    ...paragraphs,
    ...(quote === undefined ? [] : [quoted(quote)]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${site}\n${foot}`,
  ].join('\n\n')
}

/** As mail programs quote: a sign before each line. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function htmlOf({ language, subject, title, paragraphs, quote, action, foot, site }: Draft): string {
  const text = (words: string) => escape(words).replaceAll(/\r\n|\r|\n/g, '<br>')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(oneLine(subject))}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0a1726 !important; }
  .sheet { background: #12233a !important; border-color: #2b405c !important; }
  .ink { color: #e9f1fb !important; }
  .soft { color: #a9bbd1 !important; }
  .quote { border-color: #ff8a5c !important; }
  .button { background: #e9f1fb !important; color: #0a1726 !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#f4f2ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:600px;background:#ffffff;border:1px solid #d9d5cc;border-radius:4px">
<tr><td class="ink" style="padding:28px 28px 8px;font:600 14px/1.5 Helvetica,Arial,sans-serif;color:#0f1f33">${escape(site)}</td></tr>
<tr><td class="ink" style="padding:0 28px 12px;font:700 22px/1.3 Helvetica,Arial,sans-serif;color:#0f1f33;overflow-wrap:anywhere">${text(title)}</td></tr>
${paragraphs.map((words) => `<tr><td class="ink" style="padding:0 28px 12px;font:16px/1.6 Helvetica,Arial,sans-serif;color:#0f1f33;overflow-wrap:anywhere">${text(words)}</td></tr>`).join('\n')}
${quote === undefined ? '' : `<tr><td style="padding:4px 28px 16px"><div class="ink quote" style="padding:4px 0 4px 14px;border-left:3px solid #d3420c;font:16px/1.6 Helvetica,Arial,sans-serif;color:#0f1f33;overflow-wrap:anywhere">${text(quote)}</div></td></tr>`}
${
  action
    ? `<tr><td style="padding:8px 28px 20px"><a class="button" href="${escape(action.url)}" style="display:inline-block;padding:12px 20px;background:#0f1f33;color:#ffffff;border-radius:3px;font:600 16px/1.2 Helvetica,Arial,sans-serif;text-decoration:none">${escape(action.label)}</a></td></tr>
<tr><td class="soft" style="padding:0 28px 16px;font:13px/1.5 Helvetica,Arial,sans-serif;color:#52606f;overflow-wrap:anywhere">${escape(action.url)}</td></tr>`
    : ''
}
<tr><td class="soft" style="padding:16px 28px 28px;border-top:1px solid #d9d5cc;font:13px/1.5 Helvetica,Arial,sans-serif;color:#52606f">${text(foot)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const escape = (text: string) => Bun.escapeHTML(text)
