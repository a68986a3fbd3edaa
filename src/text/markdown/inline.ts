import { isHtmlElement, isText, type ParsedElement, type ParsedNode } from '../html/parse'
import { type Addresses, attributeOf, isSkipped, plainText } from './nodes'

const marks: Partial<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  cite: '*',
  del: '~~',
  s: '~~',
}
/** Elements without a Markdown equivalent, written as HTML. */
const asTags = new Set(['sub', 'sup', 'mark', 'u', 'ins', 'kbd'])

/** Text with its marks, links and pictures; line breaks are kept. */
export function inlineMarkdown(nodes: readonly ParsedNode[], addresses: Addresses): string {
  return writeAll(nodes, addresses)
    .replace(/[ \t]*\\\n[ \t]*/g, '\\\n')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .replace(/(?:\\\n)+$/, '')
}

/** Adjacent links, which only styles separate on a page, are separated by a space. */
const writeAll = (nodes: readonly ParsedNode[], addresses: Addresses): string =>
  nodes.map((node, at) => (isLink(node) && isLink(nodes[at - 1]) ? ' ' : '') + writeNode(node, addresses)).join('')

const isLink = (node: ParsedNode | undefined) => node !== undefined && isHtmlElement(node) && node.tagName === 'a'

function writeNode(node: ParsedNode, addresses: Addresses): string {
  if (isText(node)) return escapeText(node.value.replace(/[\t\n\f\r ]+/g, ' '))
  if (!isHtmlElement(node) || isSkipped(node)) return ''
  const { tagName } = node
  if (tagName === 'br') return '\\\n'
  if (tagName === 'img') return picture(node, addresses)
  if (tagName === 'code') return code(plainText(node))
  if (tagName === 'a') return link(node, addresses)
  const text = writeAll(node.childNodes, addresses)
  const mark = marks[tagName]
  if (mark !== undefined) return around(text, mark, mark)
  return asTags.has(tagName) ? around(text, `<${tagName}>`, `</${tagName}>`) : text
}

/** Markdown ignores an emphasis mark next to a space, so spaces are moved outside. */
function around(text: string, before: string, after: string): string {
  const [, start = '', inner = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : start + before + inner + after + end
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const gap = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return text === '' ? '' : fence + gap + text.replace(/\n/g, ' ') + gap + fence
}

function link(element: ParsedElement, addresses: Addresses): string {
  const text = writeAll(element.childNodes, addresses)
  const href = attributeOf(element, 'href')
  if (href === undefined || text.trim() === '') return text
  return around(text, '[', `](${target(addresses(href), attributeOf(element, 'title'))})`)
}

export function picture(element: ParsedElement, addresses: Addresses, title?: string): string {
  const src = attributeOf(element, 'src')
  if (src === undefined || src.startsWith('data:')) return ''
  const alternative = escapeText((attributeOf(element, 'alt') ?? '').replace(/\s+/g, ' ').trim())
  return `![${alternative}](${target(addresses(src), title ?? attributeOf(element, 'title'))})`
}

function target(address: string, title?: string): string {
  const safe = address.replace(/[\s<>]/g, encodeURIComponent)
  const written = /[()]/.test(safe) ? `<${safe}>` : safe
  return title ? `${written} "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"` : written
}

/** Escapes text so that it is not parsed as markup. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_[\]<~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replaceAll('\u00a0', '&nbsp;')

/** Escapes what would be a heading, a list or a rule at the start of a line. */
export const escapeStart = (text: string): string =>
  text
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|-{2,}\s*$)/gm, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
