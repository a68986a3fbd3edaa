import { isHtmlElement, parse, type ParsedElement, type ParsedNode, isText } from '../html/parse'
import {
  type Addresses,
  attributeOf,
  isSkipped,
  plainText,
  elementsIn,
  findElement,
  containsBlock,
  isBlock,
} from './nodes'

/** `link`: the link around a card; its first heading or paragraph becomes the link. */
type Context = { addresses: Addresses; link?: { href: string } }

/** Converts HTML into CommonMark with GitHub's tables, ending with a line break; empty if there is no text. */
export const toMarkdown = (html: string, addresses?: Addresses): string => nodesToMarkdown(parse(html), addresses)

export function nodesToMarkdown(nodes: readonly ParsedNode[], addresses: Addresses = (address) => address): string {
  const written = blocksOf(nodes, { addresses })
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`
}

const betweenLists = '<!-- -->'

function blocksOf(nodes: readonly ParsedNode[], context: Context): string[] {
  const blocks: string[] = []
  let run: ParsedNode[] = []
  const flush = () => {
    const text = inlineMarkdown(run, context.addresses)
    run = []
    if (text !== '') blocks.push(linked(escapeStart(text), context))
  }
  let lastList = ''
  for (const node of nodes) {
    if (isSkipped(node)) continue
    if (!isBlock(node) && !containsBlock(node)) {
      run.push(node)
      continue
    }
    flush()
    const element = node as ParsedElement
    const made = blockOf(element, context)
    if (made.length > 0 && lastList === element.tagName) blocks.push(betweenLists)
    if (made.length > 0) lastList = /^[uo]l$/.test(element.tagName) ? element.tagName : ''
    blocks.push(...made)
  }
  flush()
  return blocks
}

function blockOf(element: ParsedElement, context: Context): string[] {
  const { tagName, childNodes } = element
  const inside = () => blocksOf(childNodes, context)
  const text = () => inlineMarkdown(childNodes, context.addresses)
  switch (tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const heading = text().replaceAll('\\\n', ' ')
      return heading === '' ? [] : [`${'#'.repeat(Number(tagName[1]))} ${linked(heading, context)}`]
    }
    case 'ul':
    case 'ol':
      return list(element, context)
    case 'blockquote':
      return quoted(inside())
    case 'pre':
      return [fenced(element)]
    case 'table':
      return tableMarkdown(element, context.addresses)
    case 'figure':
      return figure(element, context)
    case 'hr':
      return ['---']
    case 'dt':
    case 'summary':
      return text() === '' ? [] : [`**${text()}**`]
    case 'video':
    case 'audio':
    case 'iframe':
      return played(element, context)
    case 'a': {
      const href = attributeOf(element, 'href')
      return blocksOf(childNodes, href === undefined ? context : { ...context, link: { href } })
    }
    default:
      return inside()
  }
}

function linked(text: string, context: Context): string {
  const { link, addresses } = context
  if (!link || /(?<!!)\[/.test(text)) return text
  context.link = undefined
  return `[${text}](${addresses(link.href)})`
}

function list(element: ParsedElement, context: Context): string[] {
  const isOrdered = element.tagName === 'ol'
  const first = Number(attributeOf(element, 'start') ?? 1) || 1
  const items = elementsIn(element)
    .filter((item) => !isSkipped(item))
    .map((item, at) => {
      const marker = isOrdered ? `${first + at}. ` : '- '
      const parts = blocksOf(item.childNodes, { ...context })
      return { marker, parts }
    })
  if (items.every(({ parts }) => parts.length === 0)) return []
  const isTight = items.every(
    ({ parts }) => parts.length <= 1 || (parts.length === 2 && /^(?:- |\d+\. )/.test(parts[1]!)),
  )
  const gap = isTight ? '\n' : '\n\n'
  return [items.map(({ marker, parts }) => marker + indented(parts.join(gap), marker.length)).join(gap)]
}

const indented = (text: string, by: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`)

const quoted = (parts: string[]): string[] =>
  parts.length === 0
    ? []
    : [
        parts
          .join('\n\n')
          .replace(/^(?=.|$)/gm, '> ')
          .replace(/^> $/gm, '>'),
      ]

function fenced(element: ParsedElement): string {
  const inner = findElement(element, 'code') ?? element
  const named = /(?:^|\s)language-([\w+#.-]+)/.exec(attributeOf(inner, 'class') ?? attributeOf(element, 'class') ?? '')
  const text = plainText(element).replace(/\n$/, '')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${named?.[1] ?? ''}\n${text}\n${fence}`
}

/** The caption of a single picture becomes its title; any other follows as a paragraph. */
function figure(element: ParsedElement, context: Context): string[] {
  const caption = elementsIn(element).find(({ tagName }) => tagName === 'figcaption')
  const image = findElement(element, 'img')
  const others = element.childNodes.filter((child) => child !== caption)
  const isPlain = caption?.childNodes.every((child) => !isHtmlElement(child))
  const isOnePicture = image && others.map(plainText).join('').trim() === '' && countOf(element, 'img') === 1
  if (isOnePicture && isPlain && !findElement(element, 'a'))
    return [picture(image, context.addresses, plainText(caption!).trim())].filter(Boolean)
  return [...blocksOf(others, context), ...(caption ? blocksOf(caption.childNodes, context) : [])]
}

const countOf = (node: ParsedNode, tag: string): number =>
  isHtmlElement(node)
    ? Number(node.tagName === tag) + node.childNodes.reduce((sum, child) => sum + countOf(child, tag), 0)
    : 0

function played(element: ParsedElement, { addresses }: Context): string[] {
  const src = attributeOf(element, 'src') ?? attributeOf(findElement(element, 'source') ?? element, 'src')
  if (src === undefined) return []
  const address = addresses(src)
  return [
    `[${(attributeOf(element, 'title') ?? attributeOf(element, 'aria-label') ?? address).replace(/[[\]]/g, '')}](${address})`,
  ]
}

/** A table in GitHub's syntax: the first row is the header, an empty one where the table has none. */
function tableMarkdown(table: ParsedElement, addresses: Addresses): string[] {
  const rows = rowsIn(table).map((row) => ({
    isHead: row.every(({ tagName }) => tagName === 'th'),
    cells: row.map((cell) => cellText(cell, addresses)),
  }))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width === 0) return []
  const caption = elementsIn(table).find(({ tagName }) => tagName === 'caption')
  const head = rows[0]!.isHead ? rows.shift()!.cells : []
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const title = caption ? inlineMarkdown(caption.childNodes, addresses) : ''
  return [
    ...(title === '' ? [] : [title]),
    [line(head), line(Array.from({ length: width }, () => '---')), ...rows.map(({ cells }) => line(cells))].join('\n'),
  ]
}

const rowsIn = (element: ParsedElement): ParsedElement[][] =>
  elementsIn(element).flatMap((child) =>
    child.tagName === 'tr'
      ? [elementsIn(child).filter(({ tagName }) => tagName === 'td' || tagName === 'th')]
      : ['thead', 'tbody', 'tfoot'].includes(child.tagName)
        ? rowsIn(child)
        : [],
  )

/** A cell is one line: its paragraphs are separated by line breaks. */
const cellText = (cell: ParsedElement, addresses: Addresses): string => {
  const blocks = elementsIn(cell).filter(({ tagName }) => /^(?:p|div|li|ul|ol)$/.test(tagName))
  const parts = blocks.length > 0 ? blocks.map(({ childNodes }) => childNodes) : [cell.childNodes]
  return parts
    .map((nodes) => inlineMarkdown(nodes, addresses))
    .filter(Boolean)
    .join('<br>')
    .replaceAll('\\\n', '<br>')
    .replaceAll('|', '\\|')
}

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
  if (tagName === 'a') return linkText(node, addresses)
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

function linkText(element: ParsedElement, addresses: Addresses): string {
  const text = writeAll(element.childNodes, addresses)
  const href = attributeOf(element, 'href')
  if (href === undefined || text.trim() === '') return text
  return around(text, '[', `](${target(addresses(href), attributeOf(element, 'title'))})`)
}

function picture(element: ParsedElement, addresses: Addresses, title?: string): string {
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
const escapeStart = (text: string): string =>
  text
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|-{2,}\s*$)/gm, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
