import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { Button } from '#ui/controls/buttons/button'
import type { Column, Sort } from '#ui/controls/tables/column'
import { IconButton } from '#ui/controls/buttons/icon-button'
import {
  ArchiveIcon,
  CheckIcon,
  ClockIcon,
  CopyIcon,
  EyeIcon,
  PencilIcon,
  SortIcon,
  TrashIcon,
  UndoIcon,
} from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { loadFailed } from '#ui/controls/states/load-failed'
import { OpenLink } from '#ui/controls/buttons/open-link'
import { href } from '#i18n/addresses/href'
import { failureText } from '#records/editor/saving/failure'
import { focusedRow, rescueFocus } from '#editing/focus'
import { UnsavedTexts } from '#records/editor/saving/unsaved-texts'
import { keyOfNew, type KeptText } from '#records/editor/saving/unsaved-text'
import { ListSkeleton } from '#editing/list-skeleton'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
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
import { Standing } from './list/standing'
import { TranslationBadge } from './list/translation-badge'
import { type ShownTranslation, TranslationFilter } from './list/translation-filter'
import { useRestore } from './life/trash'
import { BulkBar } from './list/bulk-bar'
import { RowPicture } from './list/row-picture'
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

type Open = {
  key: number
  stored?: EditedRecord
  resume?: KeptText
  unsavedKey: string
  startsWithHistory?: boolean
  field?: string
}

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
  const toast = useToast()
  const client = useQueryClient()
  const load = useLoadRecord(kind)
  const [open, setOpen] = useState<Open>()
  const { search } = useLocation()
  const asked = askedIn(search)
  const openings = useRef(0)
  const row = useRef<string>(undefined)
  const historyOf = useRef<number>(undefined)
  const restore = useRestore(kind)
  const [view, setView] = useState<View>(() => viewIn(search))
  const [spanish, setSpanish] = useState<ShownTranslation>('all')
  const [isArranging, setIsArranging] = useState(false)
  const [deleting, setDeleting] = useState<EditedSummary>()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const selecting = useSelectedRows()
  const bulk = useBulk(kind, selecting.clear)

  const refresh = () => {
    void client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
    void client.invalidateQueries({ queryKey: ['/api/translations'] })
  }
  const rescue = () => {
    rescueFocus(row.current)
    row.current = undefined
  }
  const close = () => {
    setOpen(undefined)
    setDeleting(undefined)
    rescue()
    address.leave()
  }
  const show = (next: Omit<Open, 'key'>, as: Asked) => {
    openings.current += 1
    address.opened(as)
    setOpen({ ...next, key: openings.current })
  }

  const edit = async (id: number, resume?: KeptText) => {
    const startsWithHistory = historyOf.current === id
    historyOf.current = undefined
    const unsavedKey = `${kind.name}:${id}`
    try {
      const stored = await load(id)
      // Meanwhile another was asked for, or none.
      if (!address.isWanted(id)) return
      if (stored) return show({ stored, resume, unsavedKey, startsWithHistory, field: fieldIn(search) }, id)
      refresh()
      if (resume) return show({ resume: { ...resume, version: 0 }, unsavedKey }, id)
      toast({ variant: 'destructive', title: t('editing.error'), description: t('editing.gone.title') })
      address.leave()
    } catch (cause) {
      if (!address.isWanted(id)) return
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(cause, t('editing.loadFailed'), t),
      })
      address.leave()
    }
  }

  const address = useEditedAddress<Asked>({
    asked,
    queryOf,
    onChange: (to, resume) => {
      setOpen(undefined)
      if (to === 'new') show({ resume, unsavedKey: keyOfNew(kind.name) }, to)
      else if (to !== undefined) void edit(to, resume)
      else rescue()
    },
  })

  const goOnWith = (record: EditedRecord, isOpen: boolean) => {
    refresh()
    if (isOpen) address.rename(record.id)
    else if (record.status === 'published') onPublished?.(record)
  }

  const ask = (item: EditedSummary) => {
    row.current = focusedRow()
    setDeleting(item)
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
    render: (item) =>
      item.status === 'trashed' ? (
        <div className="edit-actions">
          <IconButton
            label={t('life.restore', { title: item.title })}
            icon={<UndoIcon />}
            onPress={() => {
              void restore(item, item.trashedFrom)
            }}
          />
          <IconButton
            label={t('resource.delete', { title: item.title })}
            icon={<TrashIcon />}
            onPress={() => ask(item)}
          />
        </div>
      ) : (
        <div className="edit-actions">
          {item.status === 'published' && (
            <LinkButton
              href={href(kind.page, { slug: item.slug })}
              target="_blank"
              variant="quiet"
              icon={<EyeIcon />}
              label={t('resource.view', { title: item.title })}
            />
          )}
          <IconButton
            label={t('resource.edit', { title: item.title })}
            icon={<PencilIcon />}
            isPending={asked === item.id && !open}
            onPress={() => address.go(item.id)}
          />
          <IconButton
            label={t('resource.delete', { title: item.title })}
            icon={<TrashIcon />}
            onPress={() => ask(item)}
          />
          <ActionMenu
            label={t('resource.more', { title: item.title })}
            isPending={duplicate.pending === item.id || bulk.isPending}
            actions={[
              {
                id: 'duplicate',
                label: t('resource.duplicateIt'),
                icon: <CopyIcon />,
                onAction: () => duplicate.start(item),
              },
              {
                id: 'history',
                label: t('history.title'),
                icon: <ClockIcon />,
                onAction: () => {
                  historyOf.current = item.id
                  address.go(item.id)
                },
              },
              item.status === 'draft'
                ? {
                    id: 'publish',
                    label: t('life.publish'),
                    icon: <CheckIcon />,
                    onAction: () => bulk.run('publish', [item]),
                  }
                : {
                    id: 'unpublish',
                    label: t(item.status === 'scheduled' ? 'life.unschedule' : 'life.unpublish'),
                    icon: <UndoIcon />,
                    onAction: () => bulk.run('unpublish', [item]),
                  },
              {
                id: 'trash',
                label: t('life.toTrash'),
                icon: <ArchiveIcon />,
                onAction: () => bulk.run('trash', [item]),
              },
            ]}
          />
        </div>
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
        <TranslationFilter selected={spanish} onSelect={setSpanish} />
        <Button variant="quiet" aria-pressed={selecting.isOn} onPress={selecting.toggle}>
          {t(selecting.isOn ? 'bulk.done' : 'bulk.start')}
        </Button>
        {kind.arranged && view === 'all' && spanish === 'all' && (
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
        {isArranging && view === 'all' && spanish === 'all' ? (
          <ArrangeRecords kind={kind} label={t(heading)} />
        ) : (
          <RecordTable
            kind={kind}
            view={view}
            spanish={spanish}
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
          onClose={close}
          leaving={address.mayLeave}
        />
      )}
      <DeleteRecord kind={kind} row={deleting} onDeleted={refresh} onClose={close} />
    </Screen>
  )
}

const queryOf = (to: Asked) => (to === 'new' ? '?new' : `?edit=${to}`)

/** Which records an address asks for (`?status=draft`). */
function viewIn(search: string): View {
  const status = new URLSearchParams(search).get('status')
  return views.find((view) => view === status) ?? 'all'
}

function askedIn(search: string): Asked | undefined {
  const query = new URLSearchParams(search)
  const id = query.get('edit') ?? ''
  if (/^[1-9]\d{0,9}$/.test(id)) return Number(id)
  return query.has('new') ? 'new' : undefined
}

/** The field that an address asks for (`?edit=7&field=excerpt`). */
const fieldIn = (search: string) => new URLSearchParams(search).get('field') ?? undefined

/** The title of a record leads to its editor, and says how it stands. */
const withStanding = <Summary extends EditedSummary>(
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
              {link(row, column.render(row))}
              <Standing record={row} />
              <TranslationBadge state={row.translation?.es.state} />
              {noteOf(row) !== '' && <span className="edit-row-note">{noteOf(row)}</span>}
            </span>
          </>
        ),
      }
    : column
