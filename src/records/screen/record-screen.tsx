import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import type { Column, Sort } from '#ui/controls/tables/column'
import { CheckIcon, SortIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { OpenLink } from '#ui/controls/buttons/open-link'
import { focusedRow, rescueFocus } from '#editing/focus'
import { UnsavedTexts } from '#records/editor/saving/unsaved-texts'
import { keyOfNew, type KeptText } from '#records/editor/saving/unsaved-text'
import { ListSkeleton } from '#editing/list-skeleton'
import { useText } from '#i18n/i18n'
import { DeleteRecord } from './life/delete-record'
import { useDuplicate } from './duplicate'
import { AddRecord, type Beginning } from './add-record'
import { RecordDialog } from './record-dialog'
import { useLoadRecord } from './load-record'
import { RecordTable, type View, views } from './list/record-table'
import type { EditedRecord, EditedSummary, RecordKind } from '#records/kind/record'
import type { MessageId } from '#i18n/messages'
import { Screen } from '#ui/controls/screen'
import { Segments } from '#editing/segments'
import { withStanding } from './list/with-standing'
import { type ShownTranslation, TranslationFilter } from './list/translation-filter'
import { BulkBar } from './list/bulk-bar'
import { RowActions } from './list/row-actions'
import { useBulk } from './list/use-bulk'
import { useSelectedRows } from './list/use-selected-rows'
import { useEditedAddress } from './use-edited-address'

const ArrangeRecords = lazy(async () => ({ default: (await import('./list/arrange-records')).ArrangeRecords }))

type RecordScreenProps<Summary> = {
  kind: RecordKind
  heading: MessageId
  columns: Column<Summary>[]
  initialSort?: Sort
  /** The address of its picture, which stands before its title. */
  pictureOf?: (row: Summary) => string
  /** What else tells of it, below its title. */
  noteOf?: (row: Summary) => string
  /** What a new one may begin with, beside nothing. */
  beginnings?: readonly Beginning[]
  /** One was published, and its editor closed. */
  onPublished?: (record: EditedRecord) => void
  /** Stands above the list. */
  notice?: ReactNode
}

type Opened = Pick<ComponentProps<typeof RecordDialog>, 'stored' | 'resume' | 'unsavedKey' | 'startsWithHistory'>

/** What the address asks for: a record by its id, or a new one. */
type Asked = number | 'new'

/** The table of one kind of record, and the dialogs that create, edit and delete them. */
export function RecordScreen<Summary extends EditedSummary>({
  kind,
  heading,
  columns,
  initialSort,
  pictureOf,
  noteOf,
  beginnings,
  onPublished,
  notice,
}: RecordScreenProps<Summary>) {
  const t = useText()
  const client = useQueryClient()
  const load = useLoadRecord(kind)
  const { search } = useLocation()
  const row = useRef<string>(undefined)
  const historyOf = useRef<number>(undefined)
  const [view, setView] = useState<View>(() => viewIn(search))
  const [translationShown, setTranslationShown] = useState<ShownTranslation>('all')
  const [isArranging, setIsArranging] = useState(false)
  const [deleting, setDeleting] = useState<EditedSummary>()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const selecting = useSelectedRows()
  const bulk = useBulk(kind, selecting.clear)

  const refresh = () => {
    void client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
    void client.invalidateQueries({ queryKey: ['/api/translations'] })
  }
  const address = useEditedAddress<Asked, Opened>({
    askedIn,
    queryOf,
    load: async (id, resume) => {
      if (id === 'new') return { resume, unsavedKey: keyOfNew(kind.name) }
      const startsWithHistory = historyOf.current === id
      historyOf.current = undefined
      const unsavedKey = `${kind.name}:${id}`
      const stored = await load(id)
      if (stored) return { stored, resume, unsavedKey, startsWithHistory }
      refresh()
      return resume && { resume: { ...resume, version: 0 }, unsavedKey }
    },
  })
  const { open } = address

  const goOnWith = (record: EditedRecord, isOpen: boolean) => {
    refresh()
    if (isOpen) address.rename(record.id)
    else if (record.status === 'published') onPublished?.(record)
  }

  const resume = (key: string, unsaved: KeptText) => {
    const id = Number(key.split(':')[1])
    address.go(Number.isNaN(id) ? 'new' : id, unsaved)
  }

  const duplicate = useDuplicate(kind, ({ id }) => address.go(id))

  const addNew = <AddRecord kind={kind} beginnings={beginnings} onAdd={(text) => address.go('new', text)} />
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
        onHistory={() => {
          historyOf.current = item.id
          address.go(item.id)
        }}
        onDelete={() => {
          row.current = focusedRow()
          setDeleting(item)
        }}
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

  return (
    <Screen title={t(heading)} actions={addNew}>
      {notice}
      {!open && <UnsavedTexts kind={kind.name} onResume={resume} />}
      <div className="edit-views">
        <div className="edit-search" ref={setTools} />
        <Segments
          label={t('life.shown')}
          selected={view}
          onSelect={(next) => {
            selecting.clear()
            setView(next)
          }}
          options={views.map((id) => ({ id, label: t(`life.view.${id}`) }))}
        />
        <TranslationFilter selected={translationShown} onSelect={setTranslationShown} />
        <Button variant="quiet" aria-pressed={selecting.isOn} onPress={selecting.toggle}>
          {t(selecting.isOn ? 'bulk.done' : 'bulk.start')}
        </Button>
        {kind.arranged && view === 'all' && translationShown === 'all' && (
          <Button variant="quiet" onPress={() => setIsArranging(!isArranging)}>
            {isArranging ? <CheckIcon /> : <SortIcon />}
            {t(isArranging ? 'arrange.done' : 'arrange.start')}
          </Button>
        )}
      </div>
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
        {isArranging && view === 'all' && translationShown === 'all' ? (
          <ArrangeRecords kind={kind} label={t(heading)} />
        ) : (
          <RecordTable
            kind={kind}
            view={view}
            translationShown={translationShown}
            heading={heading}
            columns={[...columns.map((column) => withStanding(column, link, pictureOf, noteOf)), actions]}
            initialSort={initialSort}
            onOpen={({ id }) => address.go(id)}
            searchIn={tools}
            selection={selecting.selection}
          />
        )}
      </UserRegion>
      {open && (
        <RecordDialog
          {...open}
          key={open.key}
          kind={kind}
          onSaved={goOnWith}
          onClose={address.close}
          leaving={address.mayLeave}
        />
      )}
      <DeleteRecord
        kind={kind}
        row={deleting}
        onDeleted={refresh}
        onClose={() => {
          setDeleting(undefined)
          rescueFocus(row.current)
        }}
      />
    </Screen>
  )
}

const queryOf = (to: Asked) => (to === 'new' ? '?new' : `?edit=${to}`)

/** Which records an address asks for (`?status=draft`). */
function viewIn(search: string): View {
  const status = new URLSearchParams(search).get('status')
  return views.find((view) => view === status) ?? 'all'
}

function askedIn(query: URLSearchParams): Asked | undefined {
  const id = query.get('edit') ?? ''
  if (/^[1-9]\d{0,9}$/.test(id)) return Number(id)
  return query.has('new') ? 'new' : undefined
}
