import { headings, inline, parts, transparent } from './elements'
import { type Attribute, element, type HtmlElement, type HtmlNode, isBlank, isElement } from './node'
import { arrangeTable } from './table'

/** Not allowed in a link: interactive elements, or ones wrapped in something interactive. */
const operable = new Set(['a', 'details', 'table', 'pre'])

function isInline(node: HtmlNode): boolean {
  return !isElement(node) || inline.has(node.tag) || (transparent.has(node.tag) && node.children.every(isInline))
}

const isSummed = (node: HtmlNode): boolean => isInline(node) || (isElement(node) && headings.has(node.tag))
const isPart = (node: HtmlNode): node is HtmlElement => isElement(node) && parts.has(node.tag)
const isOperable = (node: HtmlNode): boolean =>
  isElement(node) && (operable.has(node.tag) || node.children.some(isOperable))

/** Maximum number of wrapped blocks: wrapping each block in the elements around it multiplies them. */
const mostCopies = 5000

export type Arrange = (tag: string, attributes: Attribute[], children: HtmlNode[]) => HtmlNode[]

/**
 * Makes a valid element of valid children: a child that is not allowed in it is wrapped, moved into one of its
 * descendants, or placed beside it; no text is lost. Returns several nodes when the element had to be split.
 */
export function createArrange(): Arrange {
  let copies = 0

  function arrange(tag: string, attributes: Attribute[], children: HtmlNode[]): HtmlNode[] {
    if (tag === 'img') return arrangePicture(attributes)
    if (tag === 'a') return arrangeLink(attributes, children)
    if (transparent.has(tag) && !children.some(isPart)) return [element(tag, attributes, children)]
    if (tag === 'time') return arrangeTime(attributes, children)
    if (inline.has(tag) || transparent.has(tag)) return sink(element(tag, attributes, []), children, isInline)
    const wrap = (run: HtmlNode[]) => element(tag, attributes, run)
    if (tag === 'p') return divide(children, isInline, wrap)
    if (headings.has(tag)) return divide(joinLines(children, lineBreak), isInline, wrap)
    if (tag === 'pre') return divide(joinLines(children, '\n'), isInline, wrap)
    if (tag === 'summary') return divide(joinLines(children, lineBreak), isSummed, wrap)
    if (tag === 'ul' || tag === 'ol') return [arrangeList(tag, attributes, children)]
    if (tag === 'dl') return [arrangeDefinitions(attributes, children)]
    if (tag === 'figure') return [element(tag, attributes, arrangeFigure(children))]
    if (tag === 'details') return [element(tag, attributes, arrangeDetails(children))]
    if (tag === 'table') return arrangeTable(attributes, children)
    if (tag === 'colgroup') return [arrangeColumns(attributes, children)]
    if (tag === 'dt' || tag === 'th') return [element(tag, attributes, lowerHeadings(arrangeFlow(children)))]
    return [element(tag, attributes, tableRows.has(tag) ? children : arrangeFlow(children))]
  }

  /** A link around interactive content becomes links around the text inside. */
  function arrangeLink(attributes: Attribute[], children: HtmlNode[]): HtmlNode[] {
    const link = element('a', attributes, [])
    if (!children.some((node) => isPart(node) || isOperable(node))) return [{ ...link, children }]
    return sink(link, children, (node) => isInline(node) && !isOperable(node))
  }

  /**
   * Moves `wrapper` inwards around every run that fits in it, at any depth: `<b><p>x</p></b>` becomes
   * `<p><b>x</b></p>`.
   */
  function sink(wrapper: HtmlElement, children: HtmlNode[], fits: Fits): HtmlNode[] {
    const wrap = (run: HtmlNode[]) => ({ ...wrapper, children: run })
    return divide(children, fits, wrap, (node) => {
      if (!isElement(node) || isInline(node) || node.children.length === 0 || copies++ >= mostCopies) return node
      return { ...node, children: node.children.every(isBlank) ? node.children : sink(wrapper, node.children, fits) }
    })
  }

  return arrange
}

const lineBreak = element('br', [], [])
const tableRows = new Set(['thead', 'tbody', 'tfoot', 'tr'])

/** Children of an element with flow content; parts without their required parent (`li`, `td`) are given one. */
export function arrangeFlow(children: HtmlNode[]): HtmlNode[] {
  if (!children.some(isPart)) return children
  return groups(children, ownerOf).flatMap(({ key, nodes }): HtmlNode[] => {
    if (key === 'ul') return [arrangeList('ul', [], nodes)]
    if (key === 'dl') return [arrangeDefinitions([], nodes)]
    return key === 'none' ? nodes.map((node) => (isPart(node) ? asBlock(node) : node)) : nodes
  })
}

/** Wraps runs of text in paragraphs. */
export const toParagraphs = (children: HtmlNode[]): HtmlNode[] =>
  children.every(isBlank) ? children : divide(children, isInline, (run) => element('p', [], run))

function ownerOf(node: HtmlNode): 'ul' | 'dl' | 'none' | undefined {
  if (!isPart(node)) return undefined
  if (node.tag === 'li') return 'ul'
  return node.tag === 'dt' || node.tag === 'dd' ? 'dl' : 'none'
}

/** Items, and the white space between them; a list between items belongs to the item before it. */
function arrangeList(tag: string, attributes: Attribute[], children: HtmlNode[]): HtmlElement {
  const items: HtmlNode[] = []
  for (const { key, nodes } of groups(children, entryKind)) {
    const before = items.findLast(isElement)
    if (key === 'list' && before) before.children = [...before.children, ...nodes]
    else if (key === 'list' || key === 'other') items.push(element('li', [], arrangeFlow(nodes)))
    else items.push(...nodes)
  }
  const numbered = tag === 'ol' ? items : items.map((node) => (isElement(node) ? without(node, 'value') : node))
  return element(tag, attributes, numbered)
}

function entryKind(node: HtmlNode): 'blank' | 'item' | 'list' | 'other' {
  if (!isElement(node)) return isBlank(node) ? 'blank' : 'other'
  if (node.tag === 'li') return 'item'
  return node.tag === 'ul' || node.tag === 'ol' ? 'list' : 'other'
}

/** Terms and descriptions, directly or in a `div` per group. */
function arrangeDefinitions(attributes: Attribute[], children: HtmlNode[]): HtmlElement {
  const filled = children.filter((node) => !isBlank(node))
  const divisions = filled.map(readDivision)
  if (filled.length > 0 && divisions.every((group) => group !== undefined && isGroup(group.children))) {
    return element(
      'dl',
      attributes,
      children.map((node) => readDivision(node) ?? node),
    )
  }
  const entries: HtmlNode[] = []
  let last = ''
  const add = (entry: HtmlElement) => {
    if (entry.tag === 'dd' && last === '') entries.push(element('dt', [], []))
    entries.push(entry)
    last = entry.tag
  }
  const undivided = children.flatMap((node) => readDivision(node)?.children ?? [node])
  const keyOf = (node: HtmlNode) => (isBlank(node) ? 'blank' : ownerOf(node) === 'dl' ? 'entry' : 'other')
  for (const { key, nodes } of groups(undivided, keyOf)) {
    if (key === 'other') add(element('dd', [], arrangeFlow(nodes)))
    else {
      for (const node of nodes) {
        if (isElement(node)) add(node)
        else entries.push(node)
      }
    }
  }
  if (last === 'dt') entries.push(element('dd', [], []))
  return element('dl', attributes, entries)
}

/** A `div` with only terms and descriptions; as flow content they have been given a list of their own. */
function readDivision(node: HtmlNode): HtmlElement | undefined {
  if (!isElement(node) || node.tag !== 'div') return undefined
  const [list, ...others] = node.children.filter((child) => !isBlank(child))
  if (!list || others.length > 0 || !isElement(list)) return undefined
  return list.tag === 'dl' && list.attributes.length === 0 ? { ...node, children: list.children } : undefined
}

function isGroup(children: HtmlNode[]): boolean {
  const tags = children.filter((node) => !isBlank(node)).map((node) => (isElement(node) ? node.tag : 'text'))
  return /^(?:dt )+(?:dd )*dd$/.test(tags.join(' '))
}

/** One caption, first or last. */
function arrangeFigure(children: HtmlNode[]): HtmlNode[] {
  const caption = children.find((node) => isElement(node) && node.tag === 'figcaption')
  if (!caption) return arrangeFlow(children)
  const place = children.indexOf(caption)
  const before = arrangeFlow(children.slice(0, place))
  const after = arrangeFlow(children.slice(place + 1))
  return before.every(isBlank) || after.every(isBlank) ? [...before, caption, ...after] : [...before, ...after, caption]
}

/** One summary, first. */
function arrangeDetails(children: HtmlNode[]): HtmlNode[] {
  const summary = children.find((node) => isElement(node) && node.tag === 'summary')
  if (!summary) return [element('summary', [], ['…']), ...arrangeFlow(children)]
  const place = children.indexOf(summary)
  const before = children.slice(0, place)
  const after = children.slice(place + 1)
  if (before.every(isBlank)) return [...before, summary, ...arrangeFlow(after)]
  return [summary, ...arrangeFlow([...before, ...after])]
}

/** A picture without a URL is replaced by its alternative text. */
function arrangePicture(attributes: Attribute[]): HtmlNode[] {
  if (attributes.some(([name]) => name === 'src' || name === 'srcset')) return [element('img', attributes, [])]
  return attributes.filter(([name]) => name === 'alt').map(([, words]) => words)
}

/** A `time` without a valid date becomes plain text. */
function arrangeTime(attributes: Attribute[], children: HtmlNode[]): HtmlNode[] {
  const isDated = attributes.some(([name]) => name === 'datetime')
  return isDated && children.every(isInline) ? [element('time', attributes, children)] : children
}

function arrangeColumns(attributes: Attribute[], children: HtmlNode[]): HtmlElement {
  const columns = element('colgroup', attributes, children)
  return children.some(isElement) ? without(columns, 'span') : columns
}

/** Converts a part without its parent into a block of text. */
function asBlock({ attributes, children }: HtmlElement): HtmlElement {
  const common = attributes.filter(([name]) => ['lang', 'dir', 'title'].includes(name))
  return children.every(isInline) ? element('p', common, children) : element('div', common, arrangeFlow(children))
}

function without(node: HtmlElement, attribute: string): HtmlElement {
  return { ...node, attributes: node.attributes.filter(([name]) => name !== attribute) }
}

type Fits = (node: HtmlNode) => boolean
type Wrap = (run: HtmlNode[]) => HtmlNode

/** Wraps the runs that fit, and leaves everything else between them. */
function divide(nodes: HtmlNode[], fits: Fits, wrap: Wrap, change = (node: HtmlNode) => node): HtmlNode[] {
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
function groups<Key>(nodes: HtmlNode[], keyOf: (node: HtmlNode) => Key): { key: Key; nodes: HtmlNode[] }[] {
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
function joinLines(children: HtmlNode[], line: HtmlNode): HtmlNode[] {
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

function lowerHeadings(children: HtmlNode[]): HtmlNode[] {
  if (children.every(isInline)) return children
  return children.map((node) => {
    if (!isElement(node)) return node
    return { ...node, tag: headings.has(node.tag) ? 'p' : node.tag, children: lowerHeadings(node.children) }
  })
}
