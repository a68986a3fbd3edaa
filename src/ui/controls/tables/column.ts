import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  label: string
  render: (row: Row) => ReactNode
  /** Makes the column sortable: texts by the language's order, numbers by size, dates as ISO texts. */
  sortValue?: (row: Row) => string | number
  /** The field that the server sorts by where it does; with `-` before it, the other way round. */
  sortField?: string
  isRowHeader?: boolean
  align?: 'start' | 'end'
}

export type Sort = { column: string; direction: 'ascending' | 'descending' }
