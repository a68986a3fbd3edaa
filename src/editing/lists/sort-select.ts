import type { Translate } from '#i18n/i18n'
import type { Column, Sort } from '#ui/controls/tables/column'
import type { TableView } from '#ui/controls/tables/use-table-view'
import type { ListSelect } from './list-tools'

const directions = ['ascending', 'descending'] as const

/** The order of a table as a select, for phones, where its headings are hidden. */
export function sortSelect<Row>(
  columns: readonly Column<Row>[],
  { sort, setSort }: Pick<TableView, 'sort' | 'setSort'>,
  t: Translate,
): ListSelect | undefined {
  const orders = columns
    .filter(({ sortValue }) => sortValue !== undefined)
    .flatMap(({ id, label }) => directions.map((direction) => ({ sort: { column: id, direction }, label })))
  if (orders.length === 0) return undefined
  const nameOf = ({ column, direction }: Sort) => `${column} ${direction}`
  return {
    label: t('list.sort'),
    value: sort ? nameOf(sort) : '',
    onChange: (value) => setSort(orders.find((order) => nameOf(order.sort) === value)?.sort),
    options: [
      { value: '', label: t('list.sortNone') },
      ...orders.map(({ sort: order, label: column }) => ({
        value: nameOf(order),
        label: t(order.direction === 'ascending' ? 'list.sortUp' : 'list.sortDown', { column }),
      })),
    ],
  }
}
