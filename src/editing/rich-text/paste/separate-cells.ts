import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { isInTable, TableMap, tableNodeTypes } from '@tiptap/pm/tables'

/**
 * Separates the merged cells of pasted tables if the cursor is in a table: its cells receive them one by one, and a
 * cell over several of theirs is an error there. The words are in the first of the cells.
 */
export function separateCells(slice: Slice, state: EditorState): Slice {
  const { content, openStart, openEnd } = slice
  if (!isInTable(state)) return slice
  if (content.firstChild?.type.spec.tableRole === 'row') {
    const { table } = tableNodeTypes(state.schema)
    return new Slice(separated(table.create(null, content)).content, openStart, openEnd)
  }
  const blocks: Node[] = []
  content.forEach((block) => blocks.push(block.type.spec.tableRole === 'table' ? separated(block) : block))
  return new Slice(Fragment.from(blocks), openStart, openEnd)
}

function separated(table: Node): Node {
  const { map, width, height } = TableMap.get(table)
  const { cell: plain } = tableNodeTypes(table.type.schema)
  const rows = Array.from({ length: height }, (_, row) => {
    const cells = map.slice(row * width, (row + 1) * width).map((place, column) => {
      const cell = table.nodeAt(place)
      const type = cell?.type.spec.tableRole === 'row' ? plain : (cell?.type ?? plain)
      const isFirst = cell?.type === type && map.indexOf(place) === row * width + column
      return isFirst ? type.create(null, cell.content) : (type.createAndFill() ?? type.create())
    })
    return table.child(row).copy(Fragment.from(cells))
  })
  return table.copy(Fragment.from(rows))
}
