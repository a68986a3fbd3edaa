import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useDebounced } from '#editing/use-debounced'
import { ClockIcon, EyeIcon, FileIcon, PencilIcon, TranslationIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { type Column, type Sort, DataTable, type Selection, type TableView } from '#ui/controls/tables/data-table'
import { EmptyState } from '#ui/controls/states/states'
import type { Served } from '#ui/controls/tables/table-pages'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { translated } from '#i18n/translated'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedSummary, RecordKind, StatusFilter, RecordSummary } from '#records/kind/record'
import { isRecord } from '#text/parse-json'
import { searchedNames } from '#records/kind/fields'
import {
  longList,
  recordCountQuery,
  recordsQuery,
  recordsAtOnce,
  type RecordsPart,
  recordsPartQuery,
} from '#records/screen/load-record'
import { isTranslatedSo, type ShownTranslation } from './badges'
import { MediumDate } from '#i18n/date-time'

/** Debounce of the filter in milliseconds. */
const pause = 250

/** Which records are listed. */
export const views = ['all', 'draft', 'scheduled', 'published', 'trashed'] as const

export type View = (typeof views)[number]

type RecordTableProps<Summary> = {
  kind: RecordKind
  view: View
  translationShown: ShownTranslation
  heading: MessageId
  columns: Column<Summary>[]
  table: TableView
  onOpen: (row: Summary) => void
  selection: Selection<EditedSummary> | undefined
}

/** The list of records: loaded completely, or in pages if it is long. */
export function RecordTable<Summary extends EditedSummary>(props: RecordTableProps<Summary>) {
  const { kind, view } = props
  const { data: counted } = useSuspenseQuery(recordCountQuery(kind, view === 'trashed' ? 'trashed' : 'all'))
  return counted.total > longList ? <LongTable {...props} /> : <WholeTable {...props} />
}

function WholeTable<Summary extends EditedSummary>(props: RecordTableProps<Summary>) {
  const { kind, view, translationShown } = props
  const { data: stored } = useSuspenseQuery(recordsQuery<Summary>(kind, view === 'trashed' ? 'trashed' : 'all'))
  const standing = view === 'all' ? stored : stored.filter(({ status }) => status === view)
  const shown = standing.filter(({ translation }) => isTranslatedSo(translation, translationShown))
  if (shown.length === 0) return <NoRecords {...props} isTranslation={standing.length > 0} />
  return <Table {...props} shown={shown} />
}

function LongTable<Summary extends EditedSummary>(props: RecordTableProps<Summary>) {
  const { view, ...asked } = props
  const { rows, isFiltered, hasTranslationFilter, served } = useRecordPages({ ...asked, status: view })
  if (rows.length === 0 && !isFiltered && props.table.words === '')
    return <NoRecords {...props} isTranslation={hasTranslationFilter} />
  return <Table {...props} shown={rows} served={served} />
}

type NoRecordsProps = Pick<RecordTableProps<never>, 'kind' | 'view'> & { isTranslation: boolean }

function NoRecords({ kind, view, isTranslation }: NoRecordsProps) {
  const t = useText()
  if (isTranslation)
    return <EmptyState icon={<TranslationIcon />} title={t('translation.none')} text={t('translation.noneText')} />
  const texts =
    view === 'all'
      ? { title: kindText(t, kind, 'none'), text: kindText(t, kind, 'noneText') }
      : { title: t(`life.none.${view}`), text: t(`life.noneText.${view}`) }
  return <EmptyState icon={viewIcons[view]} {...texts} />
}

const viewIcons: Record<View, ReactNode> = {
  all: <FileIcon />,
  draft: <PencilIcon />,
  scheduled: <ClockIcon />,
  published: <EyeIcon />,
  trashed: <TrashIcon />,
}

/** In the interface's language where it is translated. */
function Table<Summary extends EditedSummary>({
  kind,
  view,
  heading,
  columns,
  table,
  onOpen,
  selection,
  shown,
  served,
}: RecordTableProps<Summary> & { shown: Summary[]; served?: Served }) {
  const t = useText()
  const language = usePageLanguage()
  const rows = shown.map((row) => ({ ...translated(row, row.translations, language), slug: row.slug }))
  const originals = new Map(shown.map((row) => [row.id, row]))
  return (
    <DataTable
      label={t(heading)}
      columns={columns}
      rows={rows}
      view={table}
      textOf={(item) => searchText(kind, originals.get(item.id) ?? item)}
      served={served}
      selection={selection}
      onOpen={view === 'trashed' ? undefined : onOpen}
    />
  )
}

/** The text in which a record is searched: its searched fields in every language, and its slug. */
function searchText({ fields }: Pick<RecordKind, 'fields'>, record: RecordSummary): string {
  const names = searchedNames(fields)
  const textsOf = (texts: object) =>
    Object.entries(texts)
      .filter(([name]) => names.includes(name))
      .map(([, text]) => String(text))
  const translations = Object.values(record.translations).filter(isRecord)
  return [record, ...translations].flatMap(textsOf).concat(record.slug).join(' ')
}

type TableQuery<Summary> = {
  kind: RecordKind
  status: StatusFilter
  translationShown: ShownTranslation
  columns: Column<Summary>[]
  table: TableView
}

/** A long list in pages; the server filters and sorts it. */
function useRecordPages<Summary extends EditedSummary>(asked: TableQuery<Summary>) {
  const { kind, status, translationShown, columns, table } = asked
  const { words, sort } = table
  const [turned, setTurned] = useState({ to: 0, in: '' })
  const q = useDebounced(words.trim(), pause)
  const by = sortOf(columns, sort)
  const list = [status, translationShown, q, by].join('\n')
  const page = turned.in === list ? turned.to : 0

  const wanted = useMemo<RecordsPart>(
    () => ({
      status,
      limit: recordsAtOnce,
      ...(page > 0 ? { offset: page * recordsAtOnce } : {}),
      ...(q === '' ? {} : { q }),
      ...(translationShown === 'all' ? {} : { translation: translationShown }),
      ...(by === undefined ? {} : { sort: by }),
    }),
    [status, page, q, translationShown, by],
  )
  const part = useDeferredValue(wanted)
  const { data } = useSuspenseQuery(recordsPartQuery<Summary>(kind, part))
  const last = Math.max(0, Math.ceil(data.total / recordsAtOnce) - 1)
  const turn = (to: number) => setTurned({ to, in: list })
  // All rows of the last page were deleted.
  if (part === wanted && page > last) turn(last)

  return {
    rows: data.rows,
    isFiltered: part.q !== undefined,
    hasTranslationFilter: part.translation !== undefined,
    served: {
      isFiltered: part.q !== undefined,
      isBusy: part !== wanted || q !== words.trim(),
      first: part.offset ?? 0,
      total: data.total,
      onPrevious: page > 0 ? () => turn(page - 1) : undefined,
      onNext: page < last ? () => turn(page + 1) : undefined,
    },
  }
}

/** The API's sort parameter: the field, with `-` before it if descending. */
function sortOf<Summary>(columns: Column<Summary>[], sort: Sort | undefined): string | undefined {
  const field = columns.find(({ id }) => id === sort?.column)?.sortField
  if (!sort || field === undefined) return undefined
  return sort.direction === 'ascending' ? field : field.startsWith('-') ? field.slice(1) : `-${field}`
}

type Text = ReturnType<typeof useText>

export const titleColumn = <Row extends EditedSummary>(label: string): Column<Row> => ({
  id: 'title',
  label,
  isRowHeader: true,
  render: ({ title }) => title,
  sortValue: ({ title }) => title,
  sortField: 'title',
})

/** Sorts records without a date before those with one. */
const undated = '9999'

export const dateColumn = <Row extends EditedSummary>(label: string, t: Text): Column<Row> => ({
  id: 'date',
  label,
  explainsItself: true,
  render: ({ publishedAt }) =>
    publishedAt === null ? (
      <Nothing label={t('life.undated')} />
    ) : (
      <span className="kit-whole">
        <MediumDate at={publishedAt} />
      </span>
    ),
  sortValue: ({ publishedAt }) => publishedAt ?? undated,
  sortField: 'publishedAt',
})

/** A dash with an accessible name. */
export function Nothing({ label }: { label: string }) {
  return (
    <>
      <span className="kit-none" aria-hidden="true">
        –
      </span>
      <span className="kit-hidden">{label}</span>
    </>
  )
}
