import { type Translate, useText } from '#i18n/i18n'
import { href } from '#i18n/addresses/href'
import { type RowAction, RowActions } from '#editing/lists/list-tools'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { useRestore } from '#records/screen/life/delete-record'
import {
  ArchiveIcon,
  CheckIcon,
  ClockIcon,
  CopyIcon,
  EyeIcon,
  PencilIcon,
  TrashIcon,
  UndoIcon,
} from '#ui/controls/buttons/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { send } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'
import { kindText } from '#records/editor/fields/kind-text'
import { toBody, toLoaded } from '#records/editor/values/record-values'
import { useLoadRecord } from '#records/screen/load-record'
import { versionsOf } from '#records/screen/life/write-record'

type RecordActionsProps = {
  kind: RecordKind
  row: EditedSummary
  /** Its editor is being loaded. */
  isOpening: boolean
  /** An action on it is running. */
  isPending: boolean
  onEdit: () => void
  onHistory: () => void
  onDelete: () => void
  onDuplicate: () => void
  onWay: (way: BulkWay) => void
}

/** The actions on one record, at the end of its row. */
export function RecordActions({ kind, row, isOpening, isPending, onEdit, onDelete, ...others }: RecordActionsProps) {
  const t = useText()
  const restore = useRestore(kind)
  const more = moreActions(t, { row, ...others })
  const { title, status, slug } = row
  const remove = { id: 'remove', label: t('resource.delete', { title }), icon: <TrashIcon />, onAction: onDelete }
  if (status === 'trashed') {
    const onRestore = () => void restore(row, row.trashedFrom)
    const back = { id: 'restore', label: t('life.restore', { title }), icon: <UndoIcon />, onAction: onRestore }
    return <RowActions name={title} actions={[back, remove]} />
  }
  const view: RowAction = {
    id: 'view',
    label: t('resource.view', { title }),
    icon: <EyeIcon />,
    href: href(kind.page, { slug }),
    target: '_blank',
  }
  const edit = {
    id: 'edit',
    label: t('resource.edit', { title }),
    icon: <PencilIcon />,
    isPending: isOpening,
    onAction: onEdit,
  }
  return (
    <RowActions
      name={title}
      actions={[...(status === 'published' ? [view] : []), edit, remove]}
      more={{ label: t('resource.more', { title }), isPending, actions: more }}
    />
  )
}

function moreActions(
  t: Translate,
  {
    row: { status },
    onHistory,
    onDuplicate,
    onWay,
  }: Pick<RecordActionsProps, 'row' | 'onHistory' | 'onDuplicate' | 'onWay'>,
): RowAction[] {
  return [
    { id: 'duplicate', label: t('resource.duplicateIt'), icon: <CopyIcon />, onAction: onDuplicate },
    { id: 'history', label: t('history.title'), icon: <ClockIcon />, onAction: onHistory },
    status === 'draft'
      ? { id: 'publish', label: t('life.publish'), icon: <CheckIcon />, onAction: () => onWay('publish') }
      : {
          id: 'unpublish',
          label: t(status === 'scheduled' ? 'life.unschedule' : 'life.unpublish'),
          icon: <UndoIcon />,
          onAction: () => onWay('unpublish'),
        },
    { id: 'trash', label: t('life.toTrash'), icon: <ArchiveIcon />, onAction: () => onWay('trash') },
  ]
}

type BulkWay = 'publish' | 'unpublish' | 'trash' | 'restore'

type Done = { rows: EditedSummary[]; failed: { title: string; error: unknown }[] }

/** Applies an action to the records in series; reports how many succeeded, and the errors of the others. */
export function useBulk(kind: RecordKind, onDone: () => void) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const load = useLoadRecord(kind)
  const path = (id: number) => `/api${kind.api}/${id}`

  async function one(way: BulkWay, row: EditedSummary) {
    const { id, version } = row
    const idempotencyKey = randomKey()
    if (way === 'trash') return send('POST', `${path(id)}/trash`, { version, idempotencyKey })
    if (way === 'restore')
      return send('POST', `${path(id)}/restore`, { body: { status: wasBefore(row) }, idempotencyKey })
    const stored = await load(id)
    if (!stored) throw new Error(t('editing.gone.title'))
    const body = { ...toBody(kind, toLoaded(kind, stored).values), status: way === 'publish' ? 'published' : 'draft' }
    return send('PUT', path(id), { body, version: versionsOf(stored), idempotencyKey })
  }

  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ way, rows }: { way: BulkWay; rows: EditedSummary[] }) => {
      const done: Done = { rows: [], failed: [] }
      for (const row of rows) {
        try {
          await withSession(() => one(way, row))
          done.rows.push(row)
        } catch (error) {
          done.failed.push({ title: row.title, error })
        }
      }
      return done
    },
    onSuccess: ({ rows, failed: [failed, ...others] }, { way }) => {
      const count = rows.length
      if (failed) {
        const reason = failureText(failed.error, kindText(t, kind, 'updateFailed'), t)
        toast({
          variant: 'destructive',
          title: t('bulk.failed', { count: others.length + 1 }),
          description: `${t('dashboard.titled', { title: failed.title })}: ${reason}`,
        })
      } else {
        const undo = () => mutate({ way: 'restore', rows: rows.map(asTrashed) })
        toast({
          title: t(`bulk.${way}Done`, { count }),
          action: way === 'trash' ? <Button onPress={undo}>{t('life.undo')}</Button> : undefined,
        })
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
      void client.invalidateQueries({ queryKey: ['/api/translations'] })
      onDone()
    },
  })
  return {
    isPending,
    run: (way: BulkWay, rows: EditedSummary[]) => {
      if (!isPending && rows.length > 0) mutate({ way, rows })
    },
  }
}

const wasBefore = ({ trashedFrom, status }: EditedSummary) =>
  (status === 'trashed' ? trashedFrom : status) === 'draft' ? 'draft' : 'published'

/** With the status it had before it was moved to the trash. */
const asTrashed = (row: EditedSummary): EditedSummary => ({
  ...row,
  trashedFrom: row.status === 'draft' ? 'draft' : 'published',
  status: 'trashed',
})

type BulkBarProps = {
  rows: readonly EditedSummary[]
  isTrash: boolean
  isPending: boolean
  onWay: (way: BulkWay) => void
}

/** The bulk actions on the selected rows. */
export function BulkBar({ rows, isTrash, isPending, onWay }: BulkBarProps) {
  const t = useText()
  const ways: BulkWay[] = isTrash ? ['restore'] : ['publish', 'unpublish', 'trash']
  return (
    <div className="edit-bulk" role="toolbar" aria-label={t('bulk.label')}>
      <output>{t('bulk.selected', { count: rows.length })}</output>
      {ways.map((way) => (
        <Button key={way} isDisabled={rows.length === 0} isPending={isPending} onPress={() => onWay(way)}>
          {t(`bulk.${way}`)}
        </Button>
      ))}
    </div>
  )
}
