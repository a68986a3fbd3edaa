import { type ReactNode, useId } from 'react'
import { useFaultFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'

type FormDialogProps = {
  title: string
  confirmLabel: string
  isDanger?: boolean
  isPending: boolean
  /** Of the last try: the focus goes to the field at fault. */
  error: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A small dialog that is one form. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, isDanger = false, isPending, error, onSubmit, onClose, children } = props
  const t = useText()
  const id = useId()
  const form = useFaultFocus(error)
  return (
    <ModalDialog
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t('people.close')}
      size="small"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t('people.cancel')}
          </Button>
          <Button type="submit" form={id} variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="kit-form"
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </ModalDialog>
  )
}
