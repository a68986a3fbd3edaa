import { headings, isInline } from './categories'
import { element, type HtmlNode, isBlank, isElement } from './node'

export type Fits = (node: HtmlNode) => boolean
type Wrap = (run: HtmlNode[]) => HtmlNode

/** Wraps the runs that fit, and leaves everything else between them. */
export function divide(nodes: HtmlNode[], fits: Fits, wrap: Wrap, change = (node: HtmlNode) => node): HtmlNode[] {
  if (nodes.every(fits)) return [wrap(nodes)]
  const divided: HtmlNode[] = []
  let run: HtmlNode[] = []
  const close = () => {
    if (run.every(isBlank)) divided.push(...run)
    else divided.push(wrap(run))
    run = []
  }
  for (const node of nodes) {
    if (fits(node)) run.push(node)
    else {
      close()
      divided.push(change(node))
    }
  }
  close()
  return divided
}

/** Groups adjacent nodes by key; white space belongs to the group around it. */
export function groups<Key>(nodes: HtmlNode[], keyOf: (node: HtmlNode) => Key): { key: Key; nodes: HtmlNode[] }[] {
  const found: { key: Key; nodes: HtmlNode[] }[] = []
  let blanks: HtmlNode[] = []
  const close = () => {
    if (blanks.length > 0) found.push({ key: keyOf(''), nodes: blanks })
    blanks = []
  }
  for (const node of nodes) {
    const last = found.at(-1)
    const key = keyOf(node)
    if (isBlank(node)) blanks.push(node)
    else if (last && last.key === key) {
      last.nodes.push(...blanks, node)
      blanks = []
    } else {
      close()
      found.push({ key, nodes: [node] })
    }
  }
  close()
  return found
}

/** Joins paragraphs in an element that allows only text into lines. */
export function joinLines(children: HtmlNode[], line: HtmlNode): HtmlNode[] {
  if (children.every(isInline)) return children
  const joined: HtmlNode[] = []
  let ended = true
  for (const node of children) {
    const text = textOfBlock(node, line)
    if (text) {
      if (!ended) joined.push(line)
      joined.push(...text, line)
      ended = true
    } else {
      if (!isBlank(node)) ended = false
      joined.push(node)
    }
  }
  if (ended && joined.at(-1) === line) joined.pop()
  return joined
}

function textOfBlock(node: HtmlNode, line: HtmlNode): HtmlNode[] | undefined {
  if (!isElement(node) || (node.tag !== 'p' && node.tag !== 'div')) return undefined
  const lines = joinLines(node.children, line)
  if (!lines.every(isInline)) return undefined
  return node.attributes.length > 0 ? [element('span', node.attributes, lines)] : lines
}

export function lowerHeadings(children: HtmlNode[]): HtmlNode[] {
  if (children.every(isInline)) return children
  return children.map((node) => {
    if (!isElement(node)) return node
    return { ...node, tag: headings.has(node.tag) ? 'p' : node.tag, children: lowerHeadings(node.children) }
  })
}
