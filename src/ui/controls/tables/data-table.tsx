import {
  Fragment,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  memo,
  type RefObject,
  useState,
} from 'react'
import { useLocale } from 'react-aria-components'
import { folded } from '#text/fold'
import { ChevronDownIcon, ChevronUpIcon, SortIcon } from '#ui/controls/buttons/icons'
import { NothingFound } from '#ui/controls/states/states'
import { useText } from '#i18n/i18n'
import { besideControls } from '#ui/controls/event-guards'
import { useNearWindow } from '#ui/controls/use-near-window'
import { type Served, TablePages } from './table-pages'

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

/** The words that a table is searched for, and its order. */
export type TableView = {
  words: string
  setWords: (words: string) => void
  sort: Sort | undefined
  setSort: (sort: Sort | undefined) => void
  /** Receives the focus after the search was cleared. */
  searchBox: RefObject<HTMLInputElement | null>
}

export function useTableView(initialSort?: Sort): TableView {
  const [words, setWords] = useState('')
  const [sort, setSort] = useState(initialSort)
  const searchBox = useRef<HTMLInputElement>(null)
  return { words, setWords, sort, setSort, searchBox }
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- as cards, the elements lose their native roles in some browsers */
type RowChunkProps<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  firstIndex: number
  startsDrawn: boolean
  groupOf?: (row: Row) => string
  /** The group of the row before the chunk. */
  groupBefore?: string
  onOpen?: (row: Row) => void
}

/**
 * A chunk of table rows, rendered while it is near the viewport or contains the focus; otherwise one empty row of its
 * height.
 */
const RowChunk = memo(function RowChunk<Row extends { id: number | string }>({
  columns,
  rows,
  firstIndex,
  startsDrawn,
  groupOf,
  groupBefore,
  onOpen,
}: RowChunkProps<Row>) {
  const headings = rows.map((row, index) => {
    const group = groupOf?.(row)
    const before = index === 0 ? groupBefore : groupOf?.(rows[index - 1]!)
    return group === before ? undefined : group
  })
  const count = rows.length + headings.filter((heading) => heading !== undefined).length
  const [body, rowHeight] = useNearWindow(count, startsDrawn)

  return (
    <tbody role="rowgroup" ref={body}>
      {rowHeight === null ? (
        rows.map((row, index) => (
          <Fragment key={row.id}>
            {headings[index] !== undefined && (
              <tr role="row" className="kit-table-group">
                <td role="cell" colSpan={columns.length}>
                  {headings[index]}
                </td>
              </tr>
            )}
            <TableRow columns={columns} row={row} rowIndex={firstIndex + index} onOpen={onOpen} />
          </Fragment>
        ))
      ) : (
        <tr aria-hidden="true" className="kit-table-gap" style={{ height: rowHeight * count }} />
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
            {!column.explainsItself && (
              <span className="kit-cell-label" aria-hidden="true">
                {column.label}
              </span>
            )}
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

type DataTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  /** Of `useTableView`, which the controls above the table share. */
  view: TableView
  /** The text in which the words of the search are looked for, unless the server does. */
  textOf?: (row: Row) => string
  /** Rows with the same text follow each other under it as a heading, until a column is sorted. */
  groupOf?: (row: Row) => string
  /** Set if the server filters and sorts: the rows are a page of the list. */
  served?: Served
  /** Rows can be selected, one by one or all visible ones. */
  selection?: Selection<Row>
  /** Called for a click on a row outside of its controls; one of these has to do the same for the keyboard. */
  onOpen?: (row: Row) => void
}

export type Selection<Row> = {
  has: (row: Row) => boolean
  /** Whether the row cannot be selected. */
  isLocked?: (row: Row) => boolean
  onSelect: (rows: readonly Row[], isSelected: boolean) => void
  /** The labels of a row's checkbox, and of that for all. */
  nameOf: (row: Row) => string
  allLabel: string
}

const chunkSize = 25

/**
 * A table with sortable headings; virtualized so that thousands of rows are fast. Rows become cards on phones.
 */
export function DataTable<Row extends { id: number | string }>(props: DataTableProps<Row>) {
  const { label, rows, textOf, groupOf, view, onOpen, served, selection } = props
  const t = useText()
  const columns = useMemo(() => withBoxes(props.columns, selection), [props.columns, selection])
  const { words, sort, setSort } = view
  const wanted = useDeferredValue(words)
  const { locale } = useLocale()
  const above = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)

  const shown = useMemo(() => {
    if (served) return rows
    const needle = folded(wanted)
    const matching = textOf ? rows.filter((row) => folded(textOf(row)).includes(needle)) : rows
    return sorted(matching, columns, sort, new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }))
  }, [served, rows, columns, textOf, wanted, sort, locale])

  const first = served?.first ?? 0
  const total = served?.total ?? shown.length
  const isPaged = rows.length > 0 && rows.length < total
  const isFiltered = served ? served.isFiltered : wanted !== ''
  const groups = groupOf && sort === undefined ? groupOf : undefined
  const chunks = useMemo(() => cut(shown, chunkSize), [shown])
  return (
    <div className="kit-table-frame">
      {served && isPaged && <TablePages label={label} {...served} count={rows.length} ref={above} />}
      <table className="kit-table" role="table" aria-label={label} aria-rowcount={total + 1} aria-busy={served?.isBusy}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={setSort}>
                {column.id === boxes && selection && <AllBox rows={shown} {...selection} />}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        {chunks.map((chunk, index) => (
          <RowChunk
            key={first + index}
            columns={columns}
            rows={chunk}
            firstIndex={first + index * chunkSize + 2}
            startsDrawn={index === 0}
            groupOf={groups}
            groupBefore={groups && index > 0 ? groups(chunks[index - 1]!.at(-1)!) : undefined}
            onOpen={onOpen}
          />
        ))}
      </table>
      <NothingFound
        words={shown.length === 0 && (served ? isFiltered : rows.length > 0) ? words : undefined}
        onClear={() => {
          view.setWords('')
          view.searchBox.current?.focus()
        }}
      />
      <output className="kit-hidden">
        {isFiltered && shown.length > 0 ? t('table.matches', { count: total }) : ''}
      </output>
      {served && isPaged && <TablePages label={label} {...served} count={rows.length} ref={below} above={above} />}
    </div>
  )
}

export function cut<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}

const boxes = 'selected'

function withBoxes<Row>(columns: Column<Row>[], selection: Selection<Row> | undefined): Column<Row>[] {
  if (!selection) return columns
  const { has, isLocked, nameOf, onSelect } = selection
  const render = (row: Row) => (
    <input
      type="checkbox"
      className="kit-box"
      aria-label={nameOf(row)}
      disabled={isLocked?.(row)}
      checked={has(row)}
      onChange={({ target }) => onSelect([row], target.checked)}
    />
  )
  return [{ id: boxes, label: '', explainsItself: true, render }, ...columns]
}

/** It has a visible label on phones, where it stands alone above the cards. */
function AllBox<Row>({ rows, has, isLocked, onSelect, allLabel }: Selection<Row> & { rows: readonly Row[] }) {
  const t = useText()
  const id = useId()
  const selectable = rows.filter((row) => !isLocked?.(row))
  return (
    <>
      <input
        id={id}
        type="checkbox"
        className="kit-box"
        aria-label={allLabel}
        checked={selectable.length > 0 && selectable.every(has)}
        onChange={({ target }) => onSelect(selectable, target.checked)}
      />
      <label htmlFor={id} className="kit-box-label">
        {t('table.selectAll')}
      </label>
    </>
  )
}

type HeaderCellProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** Shown instead of the label. */
  children?: ReactNode
}

/** A heading that sorts by its column, if it is sortable. */
export function HeaderCell<Row>({ column, sort, onSort, children }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const cell = { role: 'columnheader', scope: 'col', 'data-align': column.align } as const
  if (!column.sortValue) {
    return (
      <th {...cell} data-plain={children ? undefined : ''}>
        {children || column.label}
      </th>
    )
  }
  return (
    <th {...cell} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className="kit-sort"
        onClick={() => onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
      >
        {column.label}
        {direction === undefined ? <SortIcon /> : direction === 'ascending' ? <ChevronUpIcon /> : <ChevronDownIcon />}
      </button>
    </th>
  )
}

export function sorted<Row>(
  rows: readonly Row[],
  columns: Column<Row>[],
  sort: Sort | undefined,
  collator: Intl.Collator,
): readonly Row[] {
  const value = columns.find((column) => column.id === sort?.column)?.sortValue
  if (!sort || !value) return rows
  const turn = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, by: value(row) }))
    .toSorted((left, right) => turn * compare(left.by, right.by, collator))
    .map(({ row }) => row)
}

function compare(left: string | number, right: string | number, collator: Intl.Collator): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : collator.compare(String(left), String(right))
}
