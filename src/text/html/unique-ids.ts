import { type HtmlNode, isElement } from './node'

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
