import { DOMParser as DocumentParser, DOMSerializer, Node } from '@tiptap/pm/model'
import { canonicalHtml, isBlock, parseHtml, tidyBlock, isSpace } from './canonical-html'
import { rearm } from './disarm'
import { schema } from './schema'
import { cleanAttributes } from '#text/html/attributes'
import { allowed, dropped, renamed, sections } from '#text/html/elements'

const parser = DocumentParser.fromSchema(schema)

const serializer = DOMSerializer.fromSchema(schema)

/** The source HTML of each block. Nodes are immutable, so an unchanged block is written exactly as it was read. */
const sources = new WeakMap<Node, string>()

/**
 * Parses HTML into the editor's document. A top-level block that would not be preserved becomes one uneditable node.
 */
export function toDocument(html: string): Node {
  const body = parseHtml(html)
  const blocks = topBlocks(body)
  const written = blocks.map((block) => rearm(block.outerHTML))
  for (const [index, block] of blocks.entries()) {
    const source = written[index] ?? ''
    if (!block.hasAttribute('data-kept-html') && !isRepresentable(block, source))
      block.replaceWith(keptBlock(body.ownerDocument, source))
  }
  dropLastNewlines(body)
  const document = parser.parse(body)
  if (document.childCount === written.length) {
    document.forEach((child, _, index) => sources.set(child, written[index] ?? ''))
  }
  return document
}

/** Registers the same sources for a copy of a document, such as the editor's. */
export function shareSources(original: Node, copy: Node): void {
  original.forEach((child, _, index) => {
    const source = sources.get(child)
    if (source !== undefined && index < copy.childCount && copy.child(index).eq(child))
      sources.set(copy.child(index), source)
  })
}

/** The document as HTML, one top-level block a line; '' if it is empty. */
export function toHtml(node: Node): string {
  const blocks = node.children.map((child) =>
    child.type.name === 'keptHtml' ? String(child.attrs.html) : (sources.get(child) ?? writtenHtml(child)),
  )
  while (blocks.at(-1) === '<p></p>') blocks.pop()
  return blocks.join('\n')
}

/** The number of blocks that the editor preserves but cannot edit. */
export const countUneditableBlocks = (node: Node): number =>
  node.children.filter(({ type }) => type.name === 'keptHtml').length

/** The distinct URLs of the pictures in the text. */
export function pictureAddresses(node: Node): string[] {
  const addresses = new Set<string>()
  node.descendants(({ attrs }) => {
    if (typeof attrs.src === 'string') addresses.add(attrs.src)
  })
  return [...addresses]
}

function isRepresentable(block: Element, source: string): boolean {
  const copy = parseHtml('')
  copy.append(copy.ownerDocument.importNode(block, true))
  return canonicalHtml(parser.parse(copy).children.map(blockHtml).join('')) === canonicalHtml(source)
}

/** Runs for the whole text on every key press, so the HTML of unchanged blocks is cached. */
function writtenHtml(block: Node): string {
  const html = blockHtml(block)
  sources.set(block, html)
  return html
}

function blockHtml(block: Node): string {
  holder ??= parseHtml('')
  holder.replaceChildren(serializer.serializeNode(block, { document: holder.ownerDocument }))
  tidyBlock(holder)
  return holder.innerHTML
}

let holder: HTMLElement | undefined

/**
 * The blocks of a body; loose text and inline markup between them is wrapped in paragraphs first, comments become
 * blocks of their own.
 */
function topBlocks(body: HTMLElement): Element[] {
  const blocks: Element[] = []
  let paragraph: Element | undefined
  for (const node of Array.from(body.childNodes)) {
    if (node.nodeType === 8) {
      paragraph = undefined
      const comment = keptBlock(body.ownerDocument, `<!--${node.textContent}-->`)
      node.replaceWith(comment)
      blocks.push(comment)
    } else if (node instanceof Element && isBlock(node)) {
      paragraph = undefined
      blocks.push(node)
    } else if (paragraph) {
      paragraph.append(node)
    } else if (!isSpace(node)) {
      paragraph = body.ownerDocument.createElement('p')
      node.replaceWith(paragraph)
      paragraph.append(node)
      blocks.push(paragraph)
    }
  }
  return blocks
}

/** Code mostly ends with a newline, which is invisible on a page but would be an empty line in the editor. */
function dropLastNewlines(body: HTMLElement): void {
  for (const code of body.querySelectorAll('pre > code:only-child')) {
    const last = code.lastChild
    if (last?.nodeType === 3) last.textContent = last.textContent?.replace(/\n$/, '') ?? ''
  }
}

function keptBlock(owner: Document, html: string): Element {
  const block = owner.createElement('div')
  block.setAttribute('data-kept-html', html)
  return block
}

type LeftKind = 'script' | 'frame' | 'handler' | 'look' | 'address' | 'element' | 'attribute' | 'picture'

export type LeftOut = { kind: LeftKind; names: string[]; count: number }

/** What the server's sanitizer will remove from this HTML when it is saved. */
export function findLeftOut(html: string): LeftOut[] {
  const found: Found[] = []
  const gone = new Set<Element>()
  for (const element of parseHtml(html).querySelectorAll('*')) {
    const name = element.localName.replace(/^kept-(style|base)$/, '$1')
    const isForeign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
    if (element.parentElement && gone.has(element.parentElement)) gone.add(element)
    else if (isForeign || dropped.has(name)) {
      gone.add(element)
      found.push([elementKind(name), name])
    } else if (allowed.has(name) || Object.hasOwn(renamed, name))
      found.push(...lostAttributes(renamed[name] ?? name, element))
    else if (!sections.has(name)) found.push([elementKind(name), name])
  }
  return gather(found)
}

/** What was removed from pasted content: elements by name, and pictures. */
export const leftOfPaste = (names: string[], pictures: string[]): LeftOut[] =>
  gather([
    ...pictures.map((picture): Found => ['picture', picture]),
    ...names.map((name): Found => [elementKind(name), name]),
  ])

type Found = [kind: LeftKind, name: string]

function elementKind(name: string): LeftKind {
  if (name === 'script' || name === 'style') return name === 'script' ? 'script' : 'look'
  return ['iframe', 'object', 'embed', 'frame'].includes(name) ? 'frame' : 'element'
}

function lostAttributes(tag: string, element: Element): Found[] {
  const given = Array.from(element.attributes, ({ name, value }) => ({
    name: name.replace(/^data-kept-(?=on|style$)/, ''),
    value,
  }))
  if (given.length === 0) return []
  const kept = new Set(cleanAttributes(tag, given).map(([name]) => name))
  return given
    .filter(({ name }) => !kept.has(name))
    .map(({ name, value }): Found => {
      if (name.startsWith('on')) return ['handler', name]
      if (name === 'style' || name === 'class') return ['look', name]
      return ['href', 'src', 'srcset', 'cite'].includes(name) ? ['address', shorten(value)] : ['attribute', name]
    })
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function gather(found: Found[]): LeftOut[] {
  const kinds = new Map<LeftKind, LeftOut>()
  for (const [kind, name] of found) {
    const one = kinds.get(kind) ?? { kind, names: [], count: 0 }
    one.count += 1
    if (!one.names.includes(name)) one.names.push(name)
    kinds.set(kind, one)
  }
  return [...kinds.values()]
}
