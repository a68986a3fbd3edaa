import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Column, Sort } from '#ui/controls/tables/column'
import { DataTable, type Selection } from '#ui/controls/tables/data-table'
import { EmptyState } from '#ui/controls/states/empty-state'
import type { Served } from '#ui/controls/tables/table-pages'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { translated } from '#i18n/translated'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { searchText } from '#records/search-text'
import { longList, recordCountQuery, recordsQuery } from '#records/screen/load-record'
import { useRecordPages } from './record-pages'
import { isTranslatedSo, type ShownTranslation } from './translation-filter'

/** Which records are listed. */
export const views = ['all', 'draft', 'scheduled', 'published', 'trashed'] as const
export type View = (typeof views)[number]

type RecordTableProps<Summary> = {
  kind: RecordKind
  view: View
  translationShown: ShownTranslation
  heading: MessageId
  columns: Column<Summary>[]
  initialSort?: Sort
  onOpen: (row: Summary) => void
  searchIn: HTMLElement | null
  selection: Selection<EditedSummary> | undefined
}

/** What is listed: whole, and in parts where that would be long. */
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
  const { rows, isFiltered, isTranslationAsked, served } = useRecordPages({ ...asked, status: view })
  if (rows.length === 0 && !isFiltered && served.filter === '')
    return <NoRecords {...props} isTranslation={isTranslationAsked} />
  return <Table {...props} shown={rows} served={served} />
}

type NoRecordsProps = Pick<RecordTableProps<never>, 'kind' | 'view'> & { isTranslation: boolean }

function NoRecords({ kind, view, isTranslation }: NoRecordsProps) {
  const t = useText()
  if (isTranslation) return <EmptyState title={t('translation.none')} text={t('translation.noneText')} />
  return view === 'all' ? (
    <EmptyState title={kindText(t, kind, 'none')} text={kindText(t, kind, 'noneText')} />
  ) : (
    <EmptyState title={t(`life.none.${view}`)} text={t(`life.noneText.${view}`)} />
  )
}

/** In the language of the interface where it is translationShown. */
function Table<Summary extends EditedSummary>({
  kind,
  view,
  heading,
  columns,
  initialSort,
  onOpen,
  searchIn,
  selection,
  shown,
  served,
}: RecordTableProps<Summary> & { shown: Summary[]; served?: Served }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const rows = shown.map((row) => ({ ...translated(row, row.translations, language), slug: row.slug }))
  const originals = new Map(shown.map((row) => [row.id, row]))
  return (
    <DataTable
      label={t(heading)}
      columns={columns}
      rows={rows}
      filterText={(item) => searchText(kind, originals.get(item.id) ?? item)}
      filterLabel={t('resource.filter')}
      matches={(count) => t('table.matches', { count })}
      initialSort={initialSort}
      served={served}
      searchIn={searchIn}
      selection={selection}
      onOpen={view === 'trashed' ? undefined : onOpen}
    />
  )
}
