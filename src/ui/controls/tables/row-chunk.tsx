/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- as cards, the elements lose their native roles in some browsers */
import { memo } from 'react'
import { besideControls } from '#ui/controls/beside-controls'
import type { Column } from './column'
import { useNearWindow } from '#ui/controls/use-near-window'

type RowChunkProps<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  firstIndex: number
  startsDrawn: boolean
  onOpen?: (row: Row) => void
}

/**
 * A chunk of table rows, rendered while it is near the viewport or contains the focus; otherwise one empty row of its
 * height.
 */
export const RowChunk = memo(function RowChunk<Row extends { id: number | string }>({
  columns,
  rows,
  firstIndex,
  startsDrawn,
  onOpen,
}: RowChunkProps<Row>) {
  const [body, rowHeight] = useNearWindow(rows.length, startsDrawn)

  return (
    <tbody role="rowgroup" ref={body}>
      {rowHeight === null ? (
        rows.map((row, index) => (
          <TableRow key={row.id} columns={columns} row={row} rowIndex={firstIndex + index} onOpen={onOpen} />
        ))
      ) : (
        <tr aria-hidden="true" className="kit-table-gap" style={{ height: rowHeight * rows.length }} />
      )}
    </tbody>
  )
}) as <Row extends { id: number | string }>(props: RowChunkProps<Row>) => React.JSX.Element

type TableRowProps<Row> = { columns: Column<Row>[]; row: Row; rowIndex: number; onOpen?: (row: Row) => void }

function TableRow<Row>({ columns, row, rowIndex, onOpen }: TableRowProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- one of its controls does the same
    <tr
      role="row"
      aria-rowindex={rowIndex}
      data-opens={onOpen && ''}
      onClick={onOpen && besideControls(() => onOpen(row))}
    >
      {columns.map((column) => {
        const content = (
          <>
            <span className="kit-cell-label" aria-hidden="true">
              {column.label}
            </span>
            <div className="kit-cell">{column.render ? column.render(row) : column.sortValue?.(row)}</div>
          </>
        )
        return column.isRowHeader ? (
          <th key={column.id} role="rowheader" scope="row" data-align={column.align}>
            {content}
          </th>
        ) : (
          <td key={column.id} role="cell" data-align={column.align}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}
