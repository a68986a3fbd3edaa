import { rename } from './rename'

/** Unwraps tables of a single cell, which are only layout; a bold first row becomes headings. */
export function readTables(body: Element): void {
  for (const caption of body.querySelectorAll('table > caption')) {
    caption.closest('table')?.before(rename(caption, 'p'))
  }
  for (const table of body.querySelectorAll('table')) {
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
