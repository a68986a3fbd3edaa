import { type Translate, useText } from '#i18n/i18n'
import { href } from '#i18n/addresses/href'
import { type RowAction, RowActions } from '#editing/lists/row-actions'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { useRestore } from '#records/screen/life/trash'
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
import type { BulkWay } from './use-bulk'

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
