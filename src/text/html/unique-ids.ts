import { type HtmlNode, isElement } from './node'

/** An id is met once on a page: whatever has it again goes without. */
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
