import { htmlToText } from '#text/html-text'

const named: Record<string, string> = {
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** What HTML says, in one line. */
export const plainText = (html: string): string => htmlToText(withCharacters(html))

const withCharacters = (html: string): string =>
  html
    .replace(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (entity, decimal?: string, hex?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      // Those that would open something are left to whoever reads it.
      return code < 32 || code > 0x10ffff || [34, 38, 39, 60, 62].includes(code) ? entity : String.fromCodePoint(code)
    })
    .replaceAll('&#038;', '&amp;')
    .replace(/&(\w+);/g, (entity, name: string) => named[name] ?? entity)
