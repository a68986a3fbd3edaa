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
