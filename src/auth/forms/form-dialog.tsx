import { type ReactNode, useId } from 'react'
import { Form } from './form'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog, ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '#client/api-error'
import type { MessageId, MessageValues } from '#i18n/messages'
import { useWrite } from './use-write'

export type FormDialogProps = {
  title: string
  size?: 'small' | 'medium'
  confirmLabel: string
  /** "Cancel" by default. */
  cancelLabel?: string
  isDanger?: boolean
  isPending?: boolean
  isDisabled?: boolean
  /** The error of the last submit; its field is focused. */
  error?: unknown
  /** The result, shown instead of the form. */
  result?: ReactNode
  /** Whether Ctrl+S submits it. */
  saves?: true
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form, and then its result, if there is one. */
export function FormDialog({ title, size = 'small', result, onClose, children, ...props }: FormDialogProps) {
  const { confirmLabel, cancelLabel, isDanger = false, isPending = false, isDisabled, error, saves, onSubmit } = props
  const t = useText()
  const id = useId()
  return (
    <ModalDialog
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t('people.close')}
      size={size}
      footer={
        result ? (
          <Button variant="primary" onPress={onClose}>
            {t('people.done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={isPending}>
              {cancelLabel ?? t('people.cancel')}
            </Button>
            <Button
              type="submit"
              form={id}
              variant={isDanger ? 'danger' : 'primary'}
              isPending={isPending}
              isDisabled={isDisabled}
            >
              {confirmLabel}
            </Button>
          </>
        )
      }
    >
      {result ?? (
        <Form id={id} data-saves={saves} className="kit-form" error={error} onSubmit={() => onSubmit()}>
          {children}
        </Form>
      )}
    </ModalDialog>
  )
}

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
