import type { ParsedElement } from '../html/parse'
import { inlineMarkdown } from './inline'
import { type Addresses, elementsIn } from './nodes'

/** A table in GitHub's syntax: the first row is the header, an empty one where the table has none. */
export function tableMarkdown(table: ParsedElement, addresses: Addresses): string[] {
  const rows = rowsIn(table).map((row) => ({
    isHead: row.every(({ tagName }) => tagName === 'th'),
    cells: row.map((cell) => cellText(cell, addresses)),
  }))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width === 0) return []
  const caption = elementsIn(table).find(({ tagName }) => tagName === 'caption')
  const head = rows[0]!.isHead ? rows.shift()!.cells : []
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const title = caption ? inlineMarkdown(caption.childNodes, addresses) : ''
  return [
    ...(title === '' ? [] : [title]),
    [line(head), line(Array.from({ length: width }, () => '---')), ...rows.map(({ cells }) => line(cells))].join('\n'),
  ]
}

const rowsIn = (element: ParsedElement): ParsedElement[][] =>
  elementsIn(element).flatMap((child) =>
    child.tagName === 'tr'
      ? [elementsIn(child).filter(({ tagName }) => tagName === 'td' || tagName === 'th')]
      : ['thead', 'tbody', 'tfoot'].includes(child.tagName)
        ? rowsIn(child)
        : [],
  )

/** A cell is one line: its paragraphs are separated by line breaks. */
const cellText = (cell: ParsedElement, addresses: Addresses): string => {
  const blocks = elementsIn(cell).filter(({ tagName }) => /^(?:p|div|li|ul|ol)$/.test(tagName))
  const parts = blocks.length > 0 ? blocks.map(({ childNodes }) => childNodes) : [cell.childNodes]
  return parts
    .map((nodes) => inlineMarkdown(nodes, addresses))
    .filter(Boolean)
    .join('<br>')
    .replaceAll('\\\n', '<br>')
    .replaceAll('|', '\\|')
}
