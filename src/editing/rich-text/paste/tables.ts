import { rename } from './rename'

/** Columns that a cell may cover; wider ones stand for the whole width. */
const widest = 100

/**
 * Limits merged cells to the rows and columns of their table: `rowspan="0"` reaches to its end, and other programs write
 * any high number for that.
 */
function limitSpans(table: Element): void {
  for (const part of table.querySelectorAll(':scope > thead, :scope > tbody, :scope > tfoot')) {
    const rows = Array.from(part.children).filter(({ localName }) => localName === 'tr')
    const spanOf = (cell: Element, name: string) => {
      const written = cell.getAttribute(name)
      return written === null ? 1 : Math.max(0, Math.trunc(Number(written)) || (written.trim() === '0' ? 0 : 1))
    }
    const widthOf = (cell: Element) => {
      const span = spanOf(cell, 'colspan')
      return span > widest ? 1 : Math.max(span, 1)
    }
    const columns = Math.max(
      ...Array.from(table.querySelectorAll(':scope > * > tr'), (row) =>
        Array.from(row.children).reduce((sum, cell) => sum + widthOf(cell), 0),
      ),
    )
    for (const [index, row] of rows.entries())
      for (const cell of row.children) {
        const left = rows.length - index
        set(cell, 'rowspan', Math.min(spanOf(cell, 'rowspan') || left, left))
        set(cell, 'colspan', Math.min(Math.max(spanOf(cell, 'colspan'), 1), columns))
      }
  }
}

function set(cell: Element, name: string, span: number): void {
  if (span > 1) cell.setAttribute(name, String(span))
  else cell.removeAttribute(name)
}

/** Unwraps tables of a single cell, which are only layout; a bold first row becomes headings. */
export function readTables(body: Element): void {
  for (const caption of body.querySelectorAll('table > caption')) {
    caption.closest('table')?.before(rename(caption, 'p'))
  }
  for (const table of body.querySelectorAll('table')) {
    limitSpans(table)
    const cells = table.querySelectorAll('td, th')
    const [cell] = cells
    if (cells.length === 1 && cell) table.replaceWith(...cell.childNodes)
    else if (!table.querySelector('th')) {
      const first = Array.from(table.querySelector('tr')?.children ?? [])
      const isHead = first.length > 1 && first.every((one) => isBold(one))
      if (isHead || table.tHead) for (const one of isHead ? first : table.querySelectorAll('thead td')) toHeading(one)
    }
  }
}

function isBold(cell: Element): boolean {
  const bold = Array.from(cell.querySelectorAll('b, strong'), (part) => part.textContent ?? '').join('')
  return bold.trim() !== '' && bold.replace(/\s/g, '') === (cell.textContent ?? '').replace(/\s/g, '')
}

function toHeading(cell: Element): void {
  for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
  const heading = rename(cell, 'th')
  for (const name of ['colspan', 'rowspan']) {
    const span = cell.getAttribute(name)
    if (span !== null) heading.setAttribute(name, span)
  }
}
