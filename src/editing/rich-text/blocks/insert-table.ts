import type { Command } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/**
 * Inserts behind what is selected three named columns, so that none is ever without a heading, and two rows; the cursor
 * goes to the first heading.
 */
export const insertTable =
  (nameOf: (column: number) => string): Command =>
  ({ tr, commands }) => {
    const from = tr.selection.to
    commands.setTextSelection(from)
    commands.insertContent(blankTable(nameOf))
    let table: number | undefined
    tr.doc.nodesBetween(Math.max(0, from - 2), tr.doc.content.size, (node, position) => {
      if (table === undefined && node.type.name === 'table') table = position
      return table === undefined
    })
    if (table !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(table + 1)))
    return true
  }

function blankTable(nameOf: (column: number) => string) {
  const columns = [1, 2, 3]
  const cell = (type: string, content: object[]) => ({ type, content: [{ type: 'paragraph', content }] })
  const blankRow = { type: 'tableRow', content: columns.map(() => cell('tableCell', [])) }
  const headRow = {
    type: 'tableRow',
    content: columns.map((column) => cell('tableHeader', [{ type: 'text', text: nameOf(column) }])),
  }
  return { type: 'table', content: [headRow, blankRow, blankRow] }
}
