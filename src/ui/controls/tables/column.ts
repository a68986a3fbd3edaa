import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  label: string
  /** Makes the column sortable: texts by the language's collation, numbers by value, dates as ISO texts. */
  sortValue?: (row: Row) => string | number
  /** By default the cell shows the value by which it is sorted. */
  render?: (row: Row) => ReactNode
  /** The field for sorting by the server; a `-` before it inverts the direction. */
  sortField?: string
  isRowHeader?: boolean
  /** Its values need no label on the cards of a phone. */
  explainsItself?: boolean
  align?: 'start' | 'end'
}

export type Sort = { column: string; direction: 'ascending' | 'descending' }
