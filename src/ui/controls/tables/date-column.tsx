import type { ReactNode } from 'react'
import { DateTime } from '#i18n/date-time'
import type { Column } from './data-table'

/** A column of dates in a table; `none` is shown for null. */
export function dateColumn<Name extends string>(
  id: Name,
  label: string,
  none?: ReactNode,
): Column<Readonly<Record<Name, string | null>>> {
  return {
    id,
    label,
    sortValue: (row) => row[id] ?? '',
    render: (row) => (row[id] === null ? none : <DateTime at={row[id]} />),
  }
}
