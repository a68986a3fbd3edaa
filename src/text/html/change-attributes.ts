import { type HtmlNode, serialize } from './node'
import { isHtmlElement, isText, parse, type ParsedNode } from './parse'

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
