import { type ArticleContext, absoluteUrl } from './article-html'

/** Characters per line, because text-only clients often do not wrap. */
const width = 74

/** The stored HTML of an article as plain text: with headings, lists, tables, and the URLs of links. */
export async function articleText(html: string, place: Omit<ArticleContext, 'signal'>): Promise<string> {
  const { convert } = await import('html-to-text')
  const heading = { options: { uppercase: false, leadingLineBreaks: 2 } }
  return convert(withTextNotes(html), {
    wordwrap: width,
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      {
        selector: 'a',
        options: {
          hideLinkHrefIfSameAsText: true,
          linkBrackets: ['(', ')'],
          pathRewrite: (address: string) => absoluteUrl(address, place),
        },
      },
      // A picture becomes its alternative text; its URL is of no use to a reader of plain text.
      { selector: 'img', format: 'alternative' },
      { selector: 'figure', format: 'paragraph' },
      { selector: 'figcaption', format: 'block' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
    formatters: {
      alternative(element, _, builder) {
        const { alt } = element.attribs as { alt?: string }
        if (alt) builder.addInline(`[${alt}]`)
      },
    },
  }).trim()
}

/** The marks of footnotes as `[1]`, and no way back from their texts. */
const withTextNotes = (html: string): string =>
  html
    .replaceAll(/<sup\b[^>]*>\s*<a\b[^>]*\shref="#[^>]*>([^<]*)<\/a>\s*<\/sup>/gi, '[$1]')
    .replaceAll(/<a\b[^>]*\shref="#[^>]*>↩<\/a>/gi, '')
