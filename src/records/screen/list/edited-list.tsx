import { lazy, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { ListSkeleton } from '#editing/list-skeleton'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { useDuplicate } from '#records/screen/duplicate'
import { DeleteRecord } from '#records/screen/life/delete-record'
import { OpenLink } from '#ui/controls/buttons/open-link'
import { loadFailed } from '#ui/controls/states/load-failed'
import type { Column, Sort } from '#ui/controls/tables/column'
import { RowPicture } from './row-picture'
import { StatusBadges } from './status-badges'
import { TranslationBadges } from './translation-badge'
import { BulkBar } from './use-bulk'
import { ListTools } from './list-tools'
import { RecordTable, type View, views } from './record-table'
import { RowActions } from './row-actions'
import type { ShownTranslation } from './translation-filter'
import { useBulk } from './use-bulk'
import { useSelectedRows } from './use-selected-rows'

const ArrangeRecords = lazy(async () => ({ default: (await import('./arrange-records')).ArrangeRecords }))

export type EditedListProps<Summary> = {
  kind: RecordKind
  heading: MessageId
  columns: Column<Summary>[]
  initialSort?: Sort
  /** The URL of the thumbnail before its title. */
  pictureOf?: (row: Summary) => string
  /** Additional text below its title. */
  noteOf?: (row: Summary) => string
  /** Opens the editors. */
  address: { opening: unknown; go: (id: number) => void; hrefOf: (id: number) => string }
  onHistory: (id: number) => void
  refresh: () => void
}

/** The records of one kind, as a table or for sorting, with the actions on rows. */
export function EditedList<Summary extends EditedSummary>(props: EditedListProps<Summary>) {
  const { kind, heading, initialSort, address, refresh } = props
  const t = useText()
  const { search } = useLocation()
  const [view, setView] = useState<View>(() => viewIn(search))
  const [translationShown, setTranslationShown] = useState<ShownTranslation>('all')
  const [isArranging, setIsArranging] = useState(false)
  const [deleting, setDeleting] = useState<EditedSummary>()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const selecting = useSelectedRows()
  const bulk = useBulk(kind, selecting.clear)
  const mayArrange = kind.arranged === true && view === 'all' && translationShown === 'all'
  const columns = useRowColumns(props, bulk, setDeleting)
  return (
    <>
      <ListTools
        {...{ view, translationShown, selecting, isArranging }}
        mayArrange={mayArrange}
        searchIn={setTools}
        onView={(next) => {
          selecting.clear()
          setView(next)
        }}
        onTranslation={setTranslationShown}
        onArrange={setIsArranging}
      />
      {selecting.isOn && (
        <BulkBar
          rows={selecting.rows}
          isTrash={view === 'trashed'}
          isPending={bulk.isPending}
          onWay={(way) => bulk.run(way, selecting.rows)}
        />
      )}
      {view === 'trashed' && <p className="edit-note">{t('life.trashText')}</p>}
      <UserRegion
        key={view === 'trashed' ? 'trash' : 'list'}
        loading={<ListSkeleton label={t('editing.loading')} />}
        failed={loadFailed('editing.loadFailed')}
      >
        {isArranging && mayArrange ? (
          <ArrangeRecords kind={kind} label={t(heading)} />
        ) : (
          <RecordTable
            kind={kind}
            view={view}
            translationShown={translationShown}
            heading={heading}
            columns={columns}
            initialSort={initialSort}
            onOpen={({ id }) => address.go(id)}
            searchIn={tools}
            selection={selecting.selection}
          />
        )}
      </UserRegion>
      <DeleteRecord kind={kind} row={deleting} onDeleted={refresh} onClose={() => setDeleting(undefined)} />
    </>
  )
}

/** The columns with links to the editor, the status of the rows, and their actions. */
function useRowColumns<Summary extends EditedSummary>(
  { kind, columns, pictureOf, noteOf, address, onHistory }: EditedListProps<Summary>,
  bulk: ReturnType<typeof useBulk>,
  onDelete: (row: EditedSummary) => void,
): Column<Summary>[] {
  const t = useText()
  const duplicate = useDuplicate(kind, ({ id }) => address.go(id))
  const actions: Column<EditedSummary> = {
    id: 'actions',
    label: t('resource.actions'),
    align: 'end',
    render: (item) => (
      <RowActions
        kind={kind}
        row={item}
        isOpening={address.opening === item.id}
        isPending={duplicate.pending === item.id || bulk.isPending}
        onEdit={() => address.go(item.id)}
        onHistory={() => onHistory(item.id)}
        onDelete={() => onDelete(item)}
        onDuplicate={() => duplicate.start(item)}
        onWay={(way) => bulk.run(way, [item])}
      />
    ),
  }

  const link = (item: Summary, title: ReactNode) =>
    item.status === 'trashed' ? (
      title
    ) : (
      <OpenLink href={address.hrefOf(item.id)} onOpen={() => address.go(item.id)}>
        {title}
      </OpenLink>
    )

  return [...columns.map((column) => withStatusBadges(column, link, pictureOf, noteOf)), actions]
}

/** The filter in the URL (`?status=draft`). */
function viewIn(search: string): View {
  const status = new URLSearchParams(search).get('status')
  return views.find((view) => view === status) ?? 'all'
}

/** The title column with a link to the editor, and the status. */
const withStatusBadges = <Summary extends EditedSummary>(
  column: Column<Summary>,
  link: (row: Summary, title: ReactNode) => ReactNode,
  pictureOf: ((row: Summary) => string) | undefined,
  noteOf: (row: Summary) => string = () => '',
): Column<Summary> =>
  column.isRowHeader
    ? {
        ...column,
        render: (row) => (
          <>
            {pictureOf && <RowPicture address={pictureOf(row)} />}
            <span className="edit-row-title">
              {link(row, column.render?.(row))}
              <StatusBadges record={row} />
              <TranslationBadges translation={row.translation} />
              {noteOf(row) !== '' && <span className="edit-row-note">{noteOf(row)}</span>}
            </span>
          </>
        ),
      }
    : column
