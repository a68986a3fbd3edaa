import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { FormDialog } from '#auth/forms/form-dialog'
import { ConfirmationField } from './confirmation-field'
import { useConfirmation } from './use-confirmation'

type PasswordDialogProps<Answer> = {
  title: string
  text: ReactNode
  confirmLabel: string
  isDanger?: boolean
  /** The method of the request that is sent with the password. */
  method: 'POST' | 'DELETE'
  path: string
  /** Whether a confirmed session needs no password. */
  acceptsConfirmed?: boolean
  failed: string
  stale?: readonly QueryKey[]
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Confirms an action that requires the user's current password. */
export function PasswordDialog<Answer = undefined>({
  title,
  text,
  confirmLabel,
  isDanger = false,
  method,
  path,
  acceptsConfirmed = false,
  failed,
  stale,
  onDone,
  onClose,
}: PasswordDialogProps<Answer>) {
  const { mutate, isPending, error } = useWrite<Answer>({ failed, stale, onDone })
  const confirmation = useConfirmation(error, !acceptsConfirmed)
  const submit = () => confirmation.confirm((body) => mutate({ method, path, body }))
  return (
    <FormDialog
      title={title}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isPending={isPending || confirmation.isPending}
      error={confirmation.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field */}
      <ConfirmationField {...confirmation.field} autoFocus />
      {confirmation.fault === undefined && <FormFault error={error} />}
    </FormDialog>
  )
}
