import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { DeleteDialog, type DeleteDialogProps } from '#auth/forms/form-dialog'
import { UserRegion } from '#auth/sessions/user-region'
import { ListTools, sortSelect, useFilters, type RowAction, RowActions } from '#editing/lists/list-tools'
import { type Translate, useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { EmptyState, LoadFailed, TableSkeleton } from '#ui/controls/states/states'
import { type Column, type Sort, DataTable, type Selection, useTableView } from '#ui/controls/tables/data-table'
import { DateTime } from '#i18n/date-time'

/** A column of moments; `none` is shown for null. */
export const dateColumn = <Name extends string>(
  id: Name,
  label: MessageId,
  none?: MessageId,
): ListColumn<Readonly<Record<Name, string | null>>> => ({
  id,
  label,
  sort: (row) => row[id] ?? '',
  show: (row, { t }) => (row[id] === null ? none && t(none) : <DateTime at={row[id]} />),
})

/** A column of numbers. */
export const numberColumn = <Name extends string>(
  id: Name,
  label: MessageId,
): ListColumn<Readonly<Record<Name, number>>> => ({
  id,
  label,
  sort: (row) => row[id],
  show: (row, { language }) => new Intl.NumberFormat(language).format(row[id]),
})

type Words = { t: Translate; language: Language }

export type ListColumn<Row> = {
  id: string
  label: MessageId
  /** The header of the row, and the heading of its card on phones. */
  isTitle?: boolean
  sort?: (row: Row, words: Words) => string | number
  /** By default the value by which it is sorted. */
  show?: (row: Row, words: Words) => ReactNode
  /** Needs no label on a card. */
  explainsItself?: boolean
}

/** A filter, which is in the URL under its name. The first value lists everything. */
export type ListFilter<Row> = {
  name: string
  label: MessageId
  values: readonly string[]
  optionOf: (value: string, words: Words) => string
  /** Shown in segments beside the option. */
  countOf?: (value: string) => number
  /** A select instead of segments. */
  isSelect?: boolean
  /** The value without a parameter in the URL, if it is not the first. */
  initial?: string
  /** Whether the URL may have any other value. */
  isOpen?: boolean
  /** Absent where the query filters. */
  matches?: (row: Row, value: string) => boolean
}

type Empty = { icon: ReactNode; title: MessageId; text?: MessageId; action?: ReactNode }

/** The declaration of a list: its rows' columns, filters and actions, and what it says without rows. */
export type ListDeclaration<Row extends { id: number | string }> = {
  label: MessageId
  columns: readonly ListColumn<Row>[]
  /** What the list says when it has no rows; without it there is an empty table. */
  empty?: Empty
  /** The same when its filters leave none. */
  none?: Empty | ((values: Readonly<Record<string, string>>) => Empty)
  search?: { label: MessageId; textOf: (row: Row, words: Words) => string }
  filters?: readonly ListFilter<Row>[]
  initialSort?: Sort
  groupOf?: (row: Row) => string
  actionsLabel?: MessageId
  nameOf?: (row: Row) => string
  /** A row's deletion, by a dialog with the texts of the group. */
  remove?: Pick<DeleteDialogProps, 'texts' | 'stale'> & {
    label: (row: Row, words: Words) => string
    target: (row: Row, words: Words) => NonNullable<DeleteDialogProps['target']>
  }
}

type ListFrameProps<Row extends { id: number | string }> = ListDeclaration<Row> & {
  actionsOf?: (row: Row) => readonly RowAction[]
  /** The cell of actions as the screen draws it; it contains the removal that the list declares. */
  renderActions?: (row: Row, removal: RowAction | undefined) => ReactNode
  selection?: Selection<Row>
  onOpen?: (row: Row) => void
}

type ListTableProps<Row extends { id: number | string }> = ListFrameProps<Row> & { rows: Row[] }

/** The controls of a declared list, and its table; without rows neither. */
export function ListTable<Row extends { id: number | string }>({ rows, ...list }: ListTableProps<Row>) {
  const { values } = useFilters(list.filters ?? [])
  if (rows.length === 0 && list.empty && listsAll(list, values)) return <Nothing {...list.empty} />
  return <ListFrame {...list}>{(show) => show(rows)}</ListFrame>
}

type Chosen = Readonly<Record<string, string>>

/** Whether the rows are all that there are: none was left out by the query. */
const listsAll = <Row extends { id: number | string }>({ filters = [] }: ListDeclaration<Row>, values: Chosen) =>
  filters.every(({ name, values: [first], matches }) => matches ?? values[name] === first)

/**
 * The controls of a declared list, which stay while `children` load the rows that they ask for, or fail to; `show` is
 * the table of such rows.
 */
export function ListFrame<Row extends { id: number | string }>({
  children,
  ...list
}: ListFrameProps<Row> & { children: (show: (rows: Row[]) => ReactNode) => ReactNode }) {
  const { filters = [], remove } = list
  const t = useText()
  const language = usePageLanguage()
  const view = useTableView(list.initialSort)
  const { values, choose } = useFilters(filters)
  const [removed, setRemoved] = useState<Row>()
  const columns = useColumns(list, setRemoved)
  return (
    <>
      <FilterTools {...{ list, view, values, choose, columns }} />
      {children((rows) => (
        <Rows {...{ list, rows, view, values, columns }} />
      ))}
      {remove && (
        <DeleteDialog
          texts={remove.texts}
          stale={remove.stale}
          target={removed && remove.target(removed, { t, language })}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}

type RowsProps<Row extends { id: number | string }> = {
  list: ListFrameProps<Row>
  rows: Row[]
  view: ReturnType<typeof useTableView>
  values: Chosen
  columns: Column<Row>[]
}

function Rows<Row extends { id: number | string }>({ list, rows, view, values, columns }: RowsProps<Row>) {
  const { label, empty, none = empty, search, filters = [], selection, onOpen, groupOf } = list
  const t = useText()
  const language = usePageLanguage()
  const textOf = useMemo(() => search && ((row: Row) => search.textOf(row, { t, language })), [search, t, language])
  const shown = filters.reduce(
    (left, { name, matches }) => (matches ? left.filter((row) => matches(row, values[name] ?? '')) : left),
    rows,
  )
  const isEmpty = rows.length === 0 && listsAll(list, values)
  const state = isEmpty && empty ? empty : typeof none === 'function' ? none(values) : none
  if (shown.length === 0 && state) return <Nothing {...state} />
  return <DataTable label={t(label)} rows={shown} {...{ columns, view, textOf, selection, onOpen, groupOf }} />
}

function Nothing({ icon, title, text, action }: Empty) {
  const t = useText()
  return <EmptyState icon={icon} title={t(title)} text={text && t(text)} action={action} />
}

type FilterToolsProps<Row extends { id: number | string }> = {
  list: ListDeclaration<Row>
  view: ReturnType<typeof useTableView>
  columns: Column<Row>[]
} & Pick<ReturnType<typeof useFilters>, 'values' | 'choose'>

function FilterTools<Row extends { id: number | string }>(props: FilterToolsProps<Row>) {
  const { list, view, values, choose, columns } = props
  const { search, filters = [] } = list
  const t = useText()
  const language = usePageLanguage()
  const [segments] = filters.filter(({ isSelect }) => !isSelect)
  const controlOf = ({ name, label, values: known, optionOf }: ListFilter<Row>) => ({
    label: t(label),
    value: values[name] ?? '',
    onChange: (value: string) => choose(name, value),
    options: known.map((value) => ({ value, label: optionOf(value, { t, language }) })),
  })
  if (!search && filters.length === 0) return null
  return (
    <ListTools
      search={search && { label: t(search.label), value: view.words, onChange: view.setWords, ref: view.searchBox }}
      segments={segments && withCounts(controlOf(segments), segments.countOf)}
      selects={filters.filter(({ isSelect }) => isSelect).map(controlOf)}
      sort={sortSelect(columns, view, t)}
    />
  )
}

function withCounts<Control extends { options: { value: string; label: string }[] }>(
  control: Control,
  countOf: ((value: string) => number) | undefined,
) {
  if (!countOf) return control
  const options = control.options.map(({ value, label }) => ({
    value,
    label: (
      <>
        {label} <span className="list-count">{countOf(value)}</span>
      </>
    ),
  }))
  return { ...control, options }
}

/** The columns of a declaration, and that of the actions on its rows. */
function useColumns<Row extends { id: number | string }>(
  list: ListFrameProps<Row>,
  onRemove: (row: Row) => void,
): Column<Row>[] {
  const { columns, remove, actionsOf, renderActions, actionsLabel, nameOf } = list
  const t = useText()
  const language = usePageLanguage()
  return useMemo(() => {
    const words = { t, language }
    const cells = columns.map(({ id, label, isTitle, sort, show, explainsItself }): Column<Row> => ({
      id,
      label: t(label),
      isRowHeader: isTitle,
      explainsItself,
      sortValue: sort && ((row) => sort(row, words)),
      render: show && ((row) => show(row, words)),
    }))
    if (!actionsLabel) return cells
    const removalOf = (row: Row): RowAction | undefined =>
      remove && { id: 'remove', label: remove.label(row, words), icon: <TrashIcon />, onAction: () => onRemove(row) }
    const render = (row: Row) => {
      const removal = removalOf(row)
      if (renderActions) return renderActions(row, removal)
      const actions = [...(actionsOf?.(row) ?? []), ...(removal ? [removal] : [])]
      return actions.length > 0 && <RowActions name={nameOf?.(row) ?? ''} actions={actions} />
    }
    return [...cells, { id: 'actions', label: t(actionsLabel), align: 'end', render }]
  }, [t, language, columns, remove, actionsOf, renderActions, actionsLabel, nameOf, onRemove])
}

type AdminListProps<Row extends { id: number | string }> = Omit<ListTableProps<Row>, 'rows'> & {
  query: () => UseSuspenseQueryOptions<Row[]>
  loading: MessageId
  failed: MessageId
}

/** A declared list with its query. */
export function AdminList<Row extends { id: number | string }>({
  query,
  loading,
  failed,
  ...list
}: AdminListProps<Row>) {
  return (
    <ListRegion {...{ loading, failed }}>
      <QueriedTable query={query} {...list} />
    </ListRegion>
  )
}

type ListRegionProps = {
  loading: MessageId
  failed: MessageId
  /** The values of the filters that the query applies. */
  asked?: string
  children: ReactNode
}

/** The loading and the error state of a list. After an error it loads again when other rows are asked for. */
export function ListRegion({ loading, failed, asked, children }: ListRegionProps) {
  const t = useText()
  return (
    <UserRegion loading={<TableSkeleton label={t(loading)} />} failed={listFailed(failed, asked)}>
      {children}
    </UserRegion>
  )
}

const listFailed = (text: MessageId, asked: string | undefined) => (retry: () => void) => (
  <ListFailed text={text} asked={asked} onRetry={retry} />
)

type ListFailedProps = { text: MessageId; asked: string | undefined; onRetry: () => void }

function ListFailed({ text, asked, onRetry }: ListFailedProps) {
  const [failed] = useState(asked)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (asked !== failed) retry()
  }, [asked, failed])
  return <LoadFailed text={text} onRetry={onRetry} />
}

function QueriedTable<Row extends { id: number | string }>({
  query,
  ...list
}: Omit<AdminListProps<Row>, 'loading' | 'failed'>) {
  const { data: rows } = useSuspenseQuery(query())
  return <ListTable {...list} rows={rows} />
}
