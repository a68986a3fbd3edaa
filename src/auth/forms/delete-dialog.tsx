import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { MessageId, MessageValues } from '#i18n/messages'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useWrite } from './use-write'

/** The groups of the catalog that have such a text. */
type GroupWith<Text extends string, Id = MessageId> = Id extends `${infer Group}.${Text}` ? Group : never

export type DeleteDialogProps = {
  /** The group of its texts in the catalog. */
  texts: GroupWith<'deleteConfirm'> & GroupWith<'cancel'>
  /** What is deleted, while the dialog is open: its path in the API, and the values in the texts. */
  target: { path: string; values: MessageValues } | undefined
  stale?: readonly QueryKey[]
  onDeleted?: () => void
  onClose: () => void
}

/** Asks for confirmation before something is deleted for good. */
export function DeleteDialog({ texts, target, stale, onDeleted, onClose }: DeleteDialogProps) {
  const t = useText()
  const { mutate, isPending } = useWrite({
    failed: t(`${texts}.deleteFailed`),
    done: t(`${texts}.deleted`, target?.values),
    stale,
    onDone: () => {
      onClose()
      onDeleted?.()
    },
  })
  const closeIfGone = (error: Error) => {
    if (error instanceof ApiError && error.status === 404) onClose()
  }
  return (
    <ConfirmDialog
      title={t(`${texts}.deleteTitle`)}
      text={target && t(`${texts}.deleteText`, target.values)}
      confirmLabel={t(isPending ? `${texts}.deleting` : `${texts}.deleteConfirm`)}
      cancelLabel={t(`${texts}.cancel`)}
      isOpen={target !== undefined}
      isPending={isPending}
      onConfirm={() => {
        if (target) mutate({ method: 'DELETE', path: target.path }, { onError: closeIfGone })
      }}
      onCancel={onClose}
    />
  )
}
