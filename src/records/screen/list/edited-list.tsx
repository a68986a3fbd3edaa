import { lazy, type ReactNode, useState, useMemo } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRegion } from '#auth/sessions/user-region'
import { ListSkeleton, ListTools, sortSelect, useFilters } from '#editing/lists/list-tools'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import type { EditedSummary, RecordKind, EditedRecord } from '#records/kind/record'
import { DeleteRecord } from '#records/screen/life/delete-record'
import { OpenLink } from '#ui/controls/buttons/button'
import { loadFailed } from '#ui/controls/states/states'
import { type Column, type Sort, type Selection, useTableView } from '#ui/controls/tables/data-table'
import { CheckIcon, SortIcon } from '#ui/controls/buttons/icons'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useIntentKey } from '#client/use-submission'
import { type Language, languages } from '#i18n/language'
import { pathIn } from '#records/editor/values/values'
import { useToast } from '#ui/toasts/toast'
import { useFailureToast } from '#records/editor/saving/failure'
import { type RecordValues, toBody, toLoaded } from '#records/editor/values/record-values'
import { useLoadRecord } from '../load-record'
import { StatusBadges, TranslationBadges, shownTranslations } from './badges'
import { BulkBar, useBulk, RecordActions } from './record-actions'
import { RecordTable, views } from './record-table'

/** Creates a draft from a record's current content, or its draft's, and opens it. */
function useDuplicate(kind: RecordKind, onMade: (copy: EditedRecord) => void) {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const load = useLoadRecord(kind)
  const { keyFor, finish } = useIntentKey()
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id }: EditedSummary) => {
      const original = await load(id)
      if (!original) throw new Error(t('editing.gone.title'))
      const body = { ...toBody(kind, copyOf(kind, toLoaded(kind, original).values)), status: 'draft' }
      return withSession(() =>
        send<EditedRecord>('POST', `/api${kind.api}`, { body, idempotencyKey: keyFor({ id, body }) }),
      )
    },
    onSuccess: async (copy) => {
      finish()
      await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
      toast({ title: t('resource.duplicated'), description: t('resource.duplicatedText') })
      onMade(copy)
    },
    onError: (error) => showFailure(error, t('resource.duplicateFailed')),
  })
  return {
    start: (row: EditedSummary) => {
      if (!isPending) mutate(row)
    },
    /** The id of the record that is being copied. */
    pending: isPending ? variables.id : undefined,
  }
}

/** The mark is part of the title, so it is in the language of the title. */
const marks: Partial<Record<Language, string>> = { en: ' (copy)', es: ' (copia)' }

/** The copy has no slug and no date yet, and not the canonical URL of the original. */
function copyOf({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): RecordValues {
  const { title: field } = fields
  const most = field && 'max' in field ? field.max : 0
  const titles = languages.flatMap((language) => {
    const [path, mark] = [pathIn(language, 'title'), marks[language] ?? ' (2)']
    return values[path] ? [[path, String(values[path]).slice(0, most - mark.length) + mark]] : []
  })
  const moments = Object.entries(fields)
    .filter(([, { type }]) => type === 'moment')
    .map(([name]) => [name, ''])
  return {
    ...values,
    slug: '',
    ...Object.fromEntries(languages.map((language) => [pathIn(language, 'metadata.canonical'), ''])),
    ...Object.fromEntries([...titles, ...moments]),
  }
}

/** A thumbnail beside the title; it needs no alternative text. */
function RowPicture({ address }: { address: string }) {
  return (
    <span className="edit-row-picture">
      {address !== '' && (
        <img src={smallOf(address)} alt="" width={48} height={36} loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  )
}

/**
 * The library's thumbnails are cached by browsers under this URL, so it changes daily: a replaced file is visible the
 * next day.
 */
const smallOf = (address: string): string =>
  ofLibrary.test(address) ? `${address}?small=${new Date().toISOString().slice(0, 10)}` : address

const ofLibrary = /^\/media\/\d+\/[^?#]+$/

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
  const { values, choose } = useFilters([
    { name: 'status', values: views },
    { name: 'translation', values: shownTranslations },
  ])
  const view = views.find((one) => one === values.status) ?? 'all'
  const translationShown = shownTranslations.find((one) => one === values.translation) ?? 'all'
  const [isArranging, setIsArranging] = useState(false)
  const [deleting, setDeleting] = useState<EditedSummary>()
  const selecting = useSelectedRows()
  const bulk = useBulk(kind, selecting.clear)
  const mayArrange = kind.arranged === true && view === 'all' && translationShown === 'all'
  const columns = useRowColumns(props, bulk, setDeleting)
  const table = useTableView(initialSort)
  const arrange = {
    id: 'arrange',
    label: t(isArranging ? 'arrange.done' : 'arrange.start'),
    icon: isArranging ? <CheckIcon /> : <SortIcon />,
    onAction: () => setIsArranging(!isArranging),
  }
  return (
    <>
      <ListTools
        search={{ label: t('resource.filter'), value: table.words, onChange: table.setWords, ref: table.searchBox }}
        segments={{
          label: t('life.shown'),
          value: view,
          onChange: (next) => {
            selecting.clear()
            choose('status', next)
          },
          options: views.map((value) => ({ value, label: t(`life.view.${value}`) })),
        }}
        selects={[
          {
            label: t('translation.filter'),
            value: translationShown,
            onChange: (next) => choose('translation', next),
            options: shownTranslations.map((value) => ({
              value,
              label: t(value === 'all' ? 'translation.any' : `translation.state.${value}`),
            })),
          },
        ]}
        sort={sortSelect(columns, table, t)}
        actions={[
          {
            id: 'select',
            label: t(selecting.isOn ? 'bulk.done' : 'bulk.start'),
            isPressed: selecting.isOn,
            onAction: selecting.toggle,
          },
          ...(mayArrange ? [arrange] : []),
        ]}
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
            {...{ kind, view, translationShown, heading, columns, table }}
            onOpen={({ id }) => address.go(id)}
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
      <RecordActions
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

/** The selected rows of a list, while selection is on. */
function useSelectedRows() {
  const t = useText()
  const [isOn, setIsOn] = useState(false)
  const [selected, setSelected] = useState<ReadonlyMap<number, EditedSummary>>(new Map())
  const clear = () => setSelected(new Map())
  const selection = useMemo<Selection<EditedSummary> | undefined>(
    () =>
      isOn
        ? {
            has: ({ id }) => selected.has(id),
            onSelect: (rows, isSelected) =>
              setSelected((before) => {
                const next = new Map(before)
                for (const row of rows) {
                  if (isSelected) next.set(row.id, row)
                  else next.delete(row.id)
                }
                return next
              }),
            nameOf: ({ title }) => t('bulk.select', { title }),
            allLabel: t('bulk.selectAll'),
          }
        : undefined,
    [isOn, selected, t],
  )
  return {
    isOn,
    rows: [...selected.values()],
    selection,
    clear,
    toggle: () => {
      clear()
      setIsOn(!isOn)
    },
  }
}
