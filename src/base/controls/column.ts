import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  label: string
  render: (row: Row) => ReactNode
  /** Makes the column sortable: texts by the language's order, numbers by size, dates as ISO texts. */
  sortValue?: (row: Row) => string | number
  isRowHeader?: boolean
  align?: 'start' | 'end'
}

export type Sort = { column: string; direction: 'ascending' | 'descending' }
