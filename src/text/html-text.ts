const tag = /<\/?([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const inline = /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/i
/** Those of the editor, and of `Bun.escapeHTML`. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#x27': "'" }

/** Whether stored HTML shows nothing: an empty editor has an empty paragraph. */
export const isHtmlEmpty = (html: string): boolean =>
  htmlToText(html) === '' && !/<(?:img|iframe|video|audio|hr)\b/i.test(html)

/** The mark of a footnote, which is no word of the sentence. */
const noteMark = /<sup\b[^>]*>\s*<a\b[^>]*\shref="#[^>]*>[^<]*<\/a>\s*<\/sup>/gi

/** The plain text of stored HTML, in one line, without the marks of footnotes. */
export const htmlToText = (html: string): string =>
  html
    .replace(noteMark, '')
    .replace(tag, (_, name: string) => (inline.test(name) ? '' : ' '))
    .replace(/&(#?\w+);/g, unescaped)
    .replace(/\s+/g, ' ')
    .trim()

const unescaped = (entity: string, name: string) => entities[name] ?? entity

/** The value of an attribute of clean HTML. */
export const unescapeHtml = (text: string): string => text.replace(/&(#?\w+);/g, unescaped)
