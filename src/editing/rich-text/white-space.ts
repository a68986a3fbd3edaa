/** Whether a node is a text of only white space. */
export const isSpace = (node: Node): boolean => node.nodeType === 3 && (node.nodeValue ?? '').trim() === ''

/** The neighbour that is not just white space. */
export function siblingOf(node: Node, side: 'nextSibling' | 'previousSibling'): Node | undefined {
  let near = node[side]
  while (near && isSpace(near)) near = near[side]
  return near ?? undefined
}
