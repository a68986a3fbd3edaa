import { isHtmlElement, isText, parse, type ParsedNode } from './parse'

/** Allowed HTML as a tree of plain values: a string is unescaped text. */
export type HtmlNode = string | HtmlElement

export type HtmlElement = { tag: string; attributes: Attribute[]; children: HtmlNode[] }
export type Attribute = readonly [name: string, value: string]

export const element = (tag: string, attributes: Attribute[], children: HtmlNode[]): HtmlElement => ({
  tag,
  attributes,
  children,
})

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string'

export const isBlank = (node: HtmlNode) => typeof node === 'string' && !/[^\t\n\f\r ]/.test(node)

const voids = new Set(['br', 'hr', 'img', 'col'])
const switches = new Set(['open', 'reversed'])

/** `<` and `>` are also escaped in attributes, so that a tag can be found by searching the text. */
export function serialize(nodes: HtmlNode[]): string {
  const pieces: string[] = []
  write(nodes, pieces)
  return pieces.join('')
}

function write(nodes: HtmlNode[], pieces: string[]) {
  for (const node of nodes) {
    if (typeof node === 'string') pieces.push(escapeText(node))
    else writeElement(node, pieces)
  }
}

function writeElement({ tag, attributes, children }: HtmlElement, pieces: string[]) {
  pieces.push('<', tag)
  for (const [name, value] of attributes) {
    if (switches.has(name)) pieces.push(' ', name)
    else pieces.push(' ', name, '="', escapeText(value).replaceAll('"', '&quot;'), '"')
  }
  pieces.push('>')
  if (voids.has(tag)) return
  // A parser drops the first line break of a `pre`.
  if (tag === 'pre' && typeof children[0] === 'string' && children[0].startsWith('\n')) pieces.push('\n')
  write(children, pieces)
  pieces.push('</', tag, '>')
}

const escapeText = (text: string) =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

/** Removes ids that occur earlier on the page. */
export function dropRepeatedIds(nodes: HtmlNode[], seen = new Set<string>()): HtmlNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    const id = node.attributes.find(([name]) => name === 'id')?.[1]
    const isRepeated = id !== undefined && seen.has(id)
    if (id !== undefined) seen.add(id)
    const attributes = isRepeated ? node.attributes.filter(([name]) => name !== 'id') : node.attributes
    return { ...node, attributes, children: dropRepeatedIds(node.children, seen) }
  })
}

type Change = (value: string, name: string) => string

/** Clean HTML with the values of these attributes changed, and nothing that only looks like them. */
export const changeAttributes = (html: string, names: ReadonlySet<string>, change: Change): string =>
  serialize(parse(html).flatMap((node) => changed(node, names, change)))

function changed(node: ParsedNode, names: ReadonlySet<string>, change: Change): HtmlNode[] {
  if (isText(node)) return [node.value]
  if (!isHtmlElement(node)) return []
  const attributes = node.attrs.map(({ name, value }) => [name, names.has(name) ? change(value, name) : value] as const)
  const children = node.childNodes.flatMap((child) => changed(child, names, change))
  return [{ tag: node.tagName, attributes, children }]
}
