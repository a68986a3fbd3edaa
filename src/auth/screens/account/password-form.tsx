import { useState } from 'react'
import type { Account } from '#auth/contract'
import { invitationsQuery, sessionsQuery } from '#auth/queries'
import { tokensQuery } from '#auth/tokens/queries'
import { useWrite } from '#auth/forms/use-write'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { AccountForm, wrongPassword } from './account-form'
import { CurrentPasswordField } from './current-password-field'

/** Changes the password, which ends all other sessions of the person. */
export function PasswordForm() {
  const t = useText()
  const toast = useToast()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Account>({
    failed: t('account.changeFailed'),
    stale: [sessionsQuery().queryKey, invitationsQuery().queryKey, tokensQuery().queryKey],
    onDone: () => {
      setCurrentPassword('')
      setNewPassword('')
      toast({ title: t('account.passwordChanged'), description: t('account.passwordChangedText') })
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => mutate({ method: 'PUT', path: '/api/account', body: { currentPassword, newPassword } })
  return (
    <AccountForm {...{ error, isPending }} label={t('account.changePassword')} onSave={save}>
      <CurrentPasswordField
        value={currentPassword}
        onChange={setCurrentPassword}
        error={faults.currentPassword ?? wrongPassword(error)}
      />
      <TextField
        label={t('account.newPassword')}
        description={t('account.newPasswordHint')}
        type="password"
        autoComplete="new-password"
        isRequired
        value={newPassword}
        onChange={setNewPassword}
        error={faults.newPassword}
      />
    </AccountForm>
  )
}
