import { alternative, mailAddress, type Pictures } from '#contract/picture-variants'
import { inLanguage, readAddress } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { isHtmlElement, isText, parse, type ParsedElement, type ParsedNode } from '#text/html/parse'
import { resolveUrl } from '#text/urls'

export const font = "'Archivo','Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const ink = '#13233b'
export const soft = '#4d5b6e'

/** The context of an article: its URL, its language, its accent colour, and the sizes of its pictures. */
export type ArticleContext = { page: string; language: Language; signal: string; pictures?: Pictures }

/** The width of a mail's column, in pixels. */
const column = 544

const text = (size: string, colour = ink) => `font:400 ${size} ${font};color:${colour}`
const heading = (size: number) => `margin:22px 0 10px;font:600 ${size}px/1.3 ${font};color:${ink}`

/** Words in tables do not break: tables that are too wide scroll. */
const whole = 'word-break:normal;overflow-wrap:normal'

/** The inline style of elements, and the class for dark mode. */
const looks: Readonly<Record<string, readonly [style: string, name?: string]>> = {
  p: [`margin:0 0 14px;${text('16px/1.6')}`, 'ink'],
  div: [text('16px/1.6'), 'ink'],
  h1: [heading(20), 'ink'],
  h2: [heading(20), 'ink'],
  h3: [heading(18), 'ink'],
  h4: [heading(16), 'ink'],
  h5: [heading(16), 'ink'],
  h6: [heading(16), 'ink'],
  ul: [`margin:0 0 14px;padding:0 0 0 24px;${text('16px/1.6')}`, 'ink'],
  ol: [`margin:0 0 14px;padding:0 0 0 28px;${text('16px/1.6')}`, 'ink'],
  li: [`margin:0 0 6px;${text('16px/1.6')}`, 'ink'],
  dl: [`margin:0 0 14px;${text('16px/1.6')}`, 'ink'],
  dt: [`font-weight:600`],
  dd: [`margin:0 0 8px 20px`],
  // The link of a video is its only text.
  figure: [`margin:0 0 16px;${text('16px/1.6')}`, 'ink'],
  figcaption: [`padding:6px 0 0;${text('14px/1.5', soft)}`, 'soft'],
  pre: [
    `margin:0 0 14px;padding:12px 14px;border:1px solid #d8dce2;border-radius:4px;font:400 13px/1.55 Consolas,Menlo,monospace;color:${ink};white-space:pre-wrap;overflow-wrap:anywhere`,
    'ink line',
  ],
  code: ['font-family:Consolas,Menlo,monospace;font-size:.92em'],
  hr: ['margin:20px 0;border:0;border-top:1px solid #d8dce2', 'line'],
  caption: [`padding:0 0 6px;text-align:start;${text('14px/1.5', soft)}`, 'soft'],
  th: ['', 'cell'],
  td: ['', 'cell'],
  mark: ['background:#fff1a8;color:#13233b'],
}

/**
 * The style of the cells of tables, in the head of the mail: inline it would be twenty times as long as their texts, and
 * Gmail hides what comes behind 102 KB. Clients without it have the style and the attributes of the table.
 */
export const cellStyle = `
.cell { padding: 6px 8px; border: 1px solid #d8dce2; text-align: start; vertical-align: top; ${whole}; ${text('14px/1.5')}; }
th.cell { font-weight: 600; }`

/** Elements that need no style in mail clients. */
const plain = new Set(
  'strong b em i u s del ins small sub sup abbr cite q kbd samp var br thead tbody tfoot tr span'.split(' '),
)

const spans = ['colspan', 'rowspan', 'lang', 'dir', 'start']

/**
 * The stored HTML of an article as mail programs show it: inline styles, absolute URLs, its own pictures. Links are not
 * rewritten, and there is no tracking pixel.
 */
export const articleHtml = (html: string, place: ArticleContext): string => all(parse(html), place)

/** The same HTML without links to places in itself, for a mail that is no page of the site. */
export const withoutFragments = (html: string): string =>
  html.replaceAll(/<a\b[^>]*\shref="#[^"]*"[^>]*>(.*?)<\/a>/gis, '$1')

const all = (nodes: readonly ParsedNode[], place: ArticleContext): string =>
  nodes
    .map((node) => (isText(node) ? Bun.escapeHTML(node.value) : isHtmlElement(node) ? one(node, place) : ''))
    .join('')

function one(element: ParsedElement, place: ArticleContext): string {
  const tag = element.tagName
  if (tag === 'img') return picture(element, place)
  const inner = all(element.childNodes, place)
  if (tag === 'a') return link(element, inner, place)
  if (tag === 'blockquote')
    return `<blockquote class="quote" style="margin:0 0 14px;padding:2px 0 2px 16px;border-left:3px solid ${place.signal}">${inner}</blockquote>`
  // A table that is wider than a phone scrolls on its own, in clients that support it.
  if (tag === 'table')
    return `<div style="margin:0 0 14px;overflow-x:auto"><table class="ink line" border="1" cellpadding="6" cellspacing="0" style="width:100%;border-collapse:collapse;border:1px solid #d8dce2;${whole};${text('14px/1.5')}">${inner}</table></div>`
  if (tag === 'details') return `<div>${inner}</div>`
  if (tag === 'summary') return `<p class="ink" style="margin:0 0 6px;${text('16px/1.6')};font-weight:600">${inner}</p>`
  const [look, name] = isIn(element, 'td', 'th') && tag === 'p' ? ['margin:0 0 8px'] : (looks[tag] ?? [])
  // The container of a last paragraph has padding of its own.
  const isLast = tag === 'p' && isLastOf(element, 'blockquote', 'li', 'td', 'th', 'dd')
  const style = isLast ? (name === undefined ? 'margin:0' : `${look};margin:0`) : look
  if (style === undefined && !plain.has(tag)) return inner
  const kept = element.attrs
    .filter(({ name: attribute }) => spans.includes(attribute))
    .map(({ name: attribute, value }) => ` ${attribute}="${Bun.escapeHTML(value)}"`)
    .join('')
  const scope = tag === 'th' ? ` scope="${isHeadOfRow(element) ? 'row' : 'col'}"` : ''
  const open = `<${tag}${scope}${name === undefined ? '' : ` class="${name}"`}${style ? ` style="${style}"` : ''}${kept}>`
  return tag === 'br' || tag === 'hr' ? open : `${open}${inner}</${tag}>`
}

/** Among numbers a heading cell is that of its row; others are those of their columns. */
const isHeadOfRow = ({ parentNode }: ParsedElement): boolean =>
  parentNode?.childNodes.some(({ nodeName }) => nodeName === 'td') ?? false

const isIn = ({ parentNode }: ParsedElement, ...tags: string[]): boolean =>
  parentNode !== null && tags.includes(parentNode.nodeName)

function isLastOf(element: ParsedElement, ...tags: string[]): boolean {
  const last = element.parentNode?.childNodes.findLast((node) => !isText(node))
  return last === element && isIn(element, ...tags)
}

function link(element: ParsedElement, inner: string, place: ArticleContext): string {
  const target = element.attrs.find(({ name }) => name === 'href')?.value
  if (target === undefined) return inner
  return `<a class="ink" href="${Bun.escapeHTML(absoluteUrl(target, place))}" style="color:${ink};text-decoration:underline;text-decoration-color:${place.signal}">${inner}</a>`
}

function picture(element: ParsedElement, place: ArticleContext): string {
  const valueOf = (wanted: string) => element.attrs.find(({ name }) => name === wanted)?.value
  const src = valueOf('src')
  if (src === undefined) return ''
  const known = place.pictures?.[src]
  const sizeOf = (side: 'width' | 'height') => known?.[side] ?? (Number(valueOf(side)) || undefined)
  return pictureTag({
    src: absoluteUrl(known ? mailAddress(known) : builtInAddress(src), place),
    alt: valueOf('alt') || (known ? alternative(known, place.language) : ''),
    width: sizeOf('width'),
    height: sizeOf('height'),
    margin: element.parentNode?.nodeName === 'figure' ? '0' : undefined,
  })
}

type Picture = { src: string; alt: string; width?: number; height?: number; margin?: string }

/** Shown at its own width, at most that of the mail, with its alternative text. */
export function pictureTag({ src, alt, width = column, height, margin = '0 0 14px' }: Picture): string {
  const shown = Math.min(width, column)
  const high = height === undefined ? '' : ` height="${Math.max(1, Math.round((shown * height) / width))}"`
  return `<img class="ink" src="${Bun.escapeHTML(src)}" alt="${Bun.escapeHTML(alt)}" width="${shown}"${high} style="display:block;max-width:100%;height:auto;margin:${margin};border:0;border-radius:4px;font:400 14px/1.5 ${font};color:${ink}">`
}

/** Each of the site's own pictures exists as JPEG too, because not every mail client shows WebP. */
export const builtInAddress = (src: string): string =>
  src.replace(/^(\/images\/(?:[\w-]+(?=\.webp$)|post-chart-\w+))\.\w+$/, '$1.jpg')

/** A page of the site named without a language gets the prefix of the mail's language; `page` is the post's own URL. */
export function absoluteUrl(address: string, { page, language }: Omit<ArticleContext, 'signal'>): string {
  const target = address.replace(/^\{host\}/, '')
  const [path = ''] = target.split(/[?#]/)
  const isPage = /^\/(?!\/)/.test(path) && path.endsWith('/') && readAddress(path).pinned === undefined
  return resolveUrl(isPage ? inLanguage(target, language) : target, page)
}

/** Characters per line, because text-only clients often do not wrap. */
const charactersPerLine = 74

/** The stored HTML of an article as plain text: with headings, lists, tables, and the URLs of links. */
export async function articleText(html: string, place: Omit<ArticleContext, 'signal'>): Promise<string> {
  const { convert } = await import('html-to-text')
  const headings = { options: { uppercase: false, leadingLineBreaks: 2 } }
  return convert(withTextNotes(html), {
    wordwrap: charactersPerLine,
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...headings })),
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
