import { type ReactNode, useId } from 'react'
import { Form } from './form'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'

type FormDialogProps = {
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
