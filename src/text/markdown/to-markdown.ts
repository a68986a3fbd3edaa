import { isHtmlElement, parse, type ParsedElement, type ParsedNode } from '../html/parse'
import { escapeStart, inlineMarkdown, picture } from './inline'
import {
  type Addresses,
  attributeOf,
  elementsIn,
  findElement,
  containsBlock,
  isBlock,
  isSkipped,
  plainText,
} from './nodes'
import { tableMarkdown } from './table'

/** Converts HTML into CommonMark with GitHub's tables, ending with a line break; empty if there is no text. */
export const toMarkdown = (html: string, addresses?: Addresses): string => nodesToMarkdown(parse(html), addresses)

export function nodesToMarkdown(nodes: readonly ParsedNode[], addresses: Addresses = (address) => address): string {
  const written = blocksOf(nodes, { addresses })
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`
}

/** `link`: the link around a card; its first heading or paragraph becomes the link. */
type Context = { addresses: Addresses; link?: { href: string } }

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
