import { type HtmlElement, type HtmlNode, isElement } from './node'

export const inline = new Set([
  'br',
  'img',
  'span',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'mark',
  'small',
  'sub',
  'sup',
  'abbr',
  'cite',
  'q',
  'time',
  'kbd',
  'samp',
  'var',
  'code',
])
/** Elements with a transparent content model: they allow what their parent allows. */
export const transparent = new Set(['a', 'ins', 'del'])
/** Elements that are only allowed in one parent. */
const parts = new Set([
  'li',
  'dt',
  'dd',
  'figcaption',
  'summary',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
])
export const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Not allowed in a link: interactive elements, or ones wrapped in something interactive. */
const operable = new Set(['a', 'details', 'table', 'pre'])

export function isInline(node: HtmlNode): boolean {
  return !isElement(node) || inline.has(node.tag) || (transparent.has(node.tag) && node.children.every(isInline))
}

export const isSummed = (node: HtmlNode): boolean => isInline(node) || (isElement(node) && headings.has(node.tag))
export const isPart = (node: HtmlNode): node is HtmlElement => isElement(node) && parts.has(node.tag)
export const isOperable = (node: HtmlNode): boolean =>
  isElement(node) && (operable.has(node.tag) || node.children.some(isOperable))
