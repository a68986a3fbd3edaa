import { useText } from '#i18n/i18n'
import { href } from '#i18n/addresses/href'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { useRestore } from '#records/screen/life/trash'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { IconButton } from '#ui/controls/buttons/icon-button'
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
import { LinkButton } from '#ui/controls/buttons/link-button'
import type { BulkWay } from './use-bulk'

type RowActionsProps = {
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
export function RowActions({ kind, row, isOpening, onEdit, onDelete, ...more }: RowActionsProps) {
  const t = useText()
  const restore = useRestore(kind)
  const { title } = row
  const remove = <IconButton label={t('resource.delete', { title })} icon={<TrashIcon />} onPress={onDelete} />
  if (row.status === 'trashed')
    return (
      <div className="edit-actions">
        <IconButton
          label={t('life.restore', { title })}
          icon={<UndoIcon />}
          onPress={() => {
            void restore(row, row.trashedFrom)
          }}
        />
        {remove}
      </div>
    )
  return (
    <div className="edit-actions">
      {row.status === 'published' && (
        <LinkButton
          href={href(kind.page, { slug: row.slug })}
          target="_blank"
          variant="quiet"
          icon={<EyeIcon />}
          label={t('resource.view', { title })}
        />
      )}
      <IconButton label={t('resource.edit', { title })} icon={<PencilIcon />} isPending={isOpening} onPress={onEdit} />
      {remove}
      <MoreActions row={row} {...more} />
    </div>
  )
}

function MoreActions({
  row: { status, title },
  isPending,
  onHistory,
  onDuplicate,
  onWay,
}: Omit<RowActionsProps, 'kind' | 'isOpening' | 'onEdit' | 'onDelete'>) {
  const t = useText()
  return (
    <ActionMenu
      label={t('resource.more', { title })}
      isPending={isPending}
      actions={[
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
      ]}
    />
  )
}
