import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionConfirmation } from '#auth/contract'
import { confirmationQuery } from '#auth/queries'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { wrongPassword } from './account-form'
import { CurrentPasswordField } from './current-password-field'

/** Whether the session was confirmed within 10 minutes, so that no password is needed now. */
export function useIsConfirmed(): boolean {
  return useQuery({ ...confirmationQuery(), select: isFresh }).data === true
}

const isFresh = ({ confirmedUntil }: SessionConfirmation): boolean =>
  confirmedUntil !== null && Date.parse(confirmedUntil) > Date.now()

/** The current password for a write; `error` is that of the last submit. */
export function useConfirmation(error: unknown) {
  const isConfirmed = useIsConfirmed()
  const [currentPassword, setCurrentPassword] = useState('')
  const fault = issuesByField(fieldIssues(error)).currentPassword ?? wrongPassword(error)
  // After a refusal the confirmation has expired meanwhile.
  const isNeeded = !isConfirmed || fault !== undefined
  return {
    isNeeded,
    fault,
    body: isNeeded ? { currentPassword } : {},
    field: { currentPassword, onChange: setCurrentPassword, fault, isNeeded },
  }
}

type ConfirmationFieldProps = ReturnType<typeof useConfirmation>['field'] & { autoFocus?: boolean }

/** Asks for the current password, unless the session is confirmed. */
export function ConfirmationField({ isNeeded, currentPassword, onChange, fault, autoFocus }: ConfirmationFieldProps) {
  const t = useText()
  if (!isNeeded) return null
  return (
    <CurrentPasswordField
      description={t('account.currentPasswordHint')}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the dialog is there for this field
      autoFocus={autoFocus}
      value={currentPassword}
      onChange={onChange}
      error={fault}
    />
  )
}
