import { type Attribute, element, type HtmlElement, type HtmlNode, isBlank, isElement } from './node'

const order = ['caption', 'colgroup', 'thead', 'tbody', 'tfoot']
const sections = new Set(['thead', 'tbody', 'tfoot'])
/** Wider tables are not laid out cell by cell. */
const widest = 2000

/** A cell in the grid of its section: its columns and its row span. */
type Cell = { node: HtmlElement; start: number; end: number; rows: number }
/** `gaps` are columns without a cell; the last one has no end. */
type Row = { node: HtmlElement; cells: Cell[]; gaps: { start: number; end: number }[] }

/**
 * A table with its sections in order, and a grid without holes, overlaps, empty rows or columns in which no cell
 * begins.
 */
export function arrangeTable(attributes: Attribute[], children: HtmlNode[]): HtmlNode[] {
  const table = inOrder(asOnce(children))
  const grids = new Map(table.filter(isSection).map((section) => [section, layOut(section)]))
  const columns = columnsOf([...grids.values()].flat())
  const arranged = table.map((node) => (isSection(node) ? fill(node, grids.get(node) ?? [], columns) : node))
  const declared = table.filter(isColumnGroup).reduce((sum, group) => sum + widthOf(group), 0)
  const isDeclared = declared === (columns.at(-1) ?? 0)
  return [element('table', attributes, isDeclared ? arranged : arranged.filter((node) => !isColumnGroup(node)))]
}

/** One caption, head and foot: further ones are merged into the caption or the body. */
function asOnce(children: HtmlNode[]): HtmlNode[] {
  const seen = new Set<string>()
  const captions = children.filter(isElement).filter(({ tag }) => tag === 'caption')
  const words = captions.flatMap((caption, index) => (index === 0 ? caption.children : [' ', ...caption.children]))
  return children.flatMap((node) => {
    if (!isElement(node) || node.tag === 'tbody' || node.tag === 'colgroup') return [node]
    const isFirst = !seen.has(node.tag)
    seen.add(node.tag)
    if (isFirst) return [node.tag === 'caption' ? { ...node, children: words } : node]
    return node.tag === 'caption' ? [] : [{ ...node, tag: 'tbody' }]
  })
}

function inOrder(children: HtmlNode[]): HtmlNode[] {
  const rank = (node: HtmlElement) => order.indexOf(node.tag)
  const given = children.filter(isElement)
  const sorted = given.toSorted((one, other) => rank(one) - rank(other))
  return sorted.every((node, index) => node === given[index]) ? children : sorted
}

/**
 * Positions each cell as a browser would, as far as there is room: up to the next cell spanning from above, and the
 * section's end.
 */
function layOut(section: HtmlElement): Row[] {
  const rows = section.children.filter(isElement)
  const until: number[] = []
  return rows
    .map((node, index) => {
      let column = 0
      const cells = node.children.filter(isElement).map((cell): Cell => {
        while ((until[column] ?? 0) > index) column++
        const start = column
        const rowspan = numberOf(cell, 'rowspan')
        const below = rowspan === 0 ? rows.length : Math.min(index + rowspan, rows.length)
        const wanted = Math.max(start + 1, Math.min(start + numberOf(cell, 'colspan'), widest))
        while (column < wanted && (until[column] ?? 0) <= index) until[column++] = below
        return { node: cell, start, end: column, rows: rows.slice(index, below).filter(isFilled).length }
      })
      return { node, cells, gaps: gapsOf(until, index) }
    })
    .filter(({ node }) => isFilled(node))
}

function gapsOf(until: number[], row: number): Row['gaps'] {
  const gaps: Row['gaps'] = []
  let start: number | undefined
  for (let column = 0; column < until.length; column++) {
    const isTaken = (until[column] ?? 0) > row
    if (isTaken && start !== undefined) gaps.push({ start, end: column })
    if (isTaken) start = undefined
    else start ??= column
  }
  return [...gaps, { start: start ?? until.length, end: Number.POSITIVE_INFINITY }]
}

/** For each column of the grid, the number of earlier columns in which a cell begins: other columns are dropped. */
function columnsOf(rows: Row[]): number[] {
  const begun = new Set(rows.flatMap(({ cells }) => cells.map(({ start }) => start)))
  const width = rows.reduce((most, { cells }) => cells.reduce((end, cell) => Math.max(end, cell.end), most), 0)
  const columns = [0]
  for (let column = 0; column < width; column++) columns.push((columns[column] ?? 0) + (begun.has(column) ? 1 : 0))
  return columns
}

function fill(section: HtmlElement, rows: Row[], columns: number[]): HtmlElement {
  const kept = new Map(rows.map((row) => [row.node, row]))
  return {
    ...section,
    children: section.children.flatMap((node): HtmlNode[] => {
      const row = isElement(node) ? kept.get(node) : undefined
      return row ? [fillRow(row, columns)] : isElement(node) ? [] : [node]
    }),
  }
}

function fillRow({ node, cells, gaps }: Row, columns: number[]): HtmlElement {
  const before = (column: number) => columns[column] ?? columns.at(-1) ?? 0
  const sized = new Map(
    cells.map((cell) => {
      return [cell.node, withSpans(cell.node, before(cell.end) - before(cell.start), cell.rows)]
    }),
  )
  const missing = gaps
    .map(({ start, end }) => before(end) - before(start))
    .filter((width) => width > 0)
    .map((width) => withSpans(element('td', [], []), width, 1))
  const given = node.children.map((child) => (isElement(child) ? (sized.get(child) ?? child) : child))
  if (missing.length === 0) return { ...node, children: given }
  const end = given.findLastIndex(isElement) + 1
  return { ...node, children: [...given.slice(0, end), ...missing, ...given.slice(end)] }
}

function withSpans(cell: HtmlElement, columns: number, rows: number): HtmlElement {
  if (numberOf(cell, 'colspan') === columns && numberOf(cell, 'rowspan') === rows) return cell
  const kept = cell.attributes.filter(([name]) => name !== 'colspan' && name !== 'rowspan')
  const spans = Object.entries({ colspan: columns, rowspan: rows }).filter(([, span]) => span !== 1)
  return { ...cell, attributes: [...kept, ...spans.map(([name, span]) => [name, String(span)] as const)] }
}

function widthOf(group: HtmlElement): number {
  const columns = group.children.filter(isElement)
  return (columns.length > 0 ? columns : [group]).reduce((sum, column) => sum + numberOf(column, 'span'), 0)
}

const numberOf = ({ attributes }: HtmlElement, name: string) =>
  Number(attributes.find(([one]) => one === name)?.[1] ?? 1)
const isSection = (node: HtmlNode): node is HtmlElement => isElement(node) && sections.has(node.tag)
const isColumnGroup = (node: HtmlNode): node is HtmlElement => isElement(node) && node.tag === 'colgroup'
const isFilled = (row: HtmlElement) => row.children.some((node) => !isBlank(node))
