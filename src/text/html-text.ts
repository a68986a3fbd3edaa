const tag = /<\/?([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const inline = /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/i
/** Those of the editor, and of `Bun.escapeHTML`. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#x27': "'" }

/** The plain text of stored HTML, in one line. */
export const htmlToText = (html: string): string =>
  html
    .replace(tag, (_, name: string) => (inline.test(name) ? '' : ' '))
    .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
