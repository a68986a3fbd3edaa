import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { FormDialog } from '#auth/forms/form-dialog'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { wrongPassword } from './account-form'
import { CurrentPasswordField } from './current-password-field'

type PasswordDialogProps<Answer> = {
  title: string
  text: ReactNode
  confirmLabel: string
  isDanger?: boolean
  /** The method of the request that is sent with the password. */
  method: 'POST' | 'DELETE'
  path: string
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
  failed,
  stale,
  onDone,
  onClose,
}: PasswordDialogProps<Answer>) {
  const [currentPassword, setCurrentPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Answer>({ failed, stale, onDone })
  const fault = issuesByField(fieldIssues(error)).currentPassword ?? wrongPassword(error)
  const submit = () => mutate({ method, path, body: { currentPassword } })
  return (
    <FormDialog
      title={title}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text}</p>
      <CurrentPasswordField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        value={currentPassword}
        onChange={setCurrentPassword}
        error={fault}
      />
      {fault === undefined && <FormFault error={error} />}
    </FormDialog>
  )
}
