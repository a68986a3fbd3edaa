import { useState } from 'react'
import type { Account } from '#auth/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { accountQuery, peopleQuery } from '#auth/queries'
import { useWrite } from '#auth/forms/use-write'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { AccountForm, wrongPassword } from './account-form'
import { CurrentPasswordField } from './current-password-field'

/** The username, and the e-mail address for password reset links. */
export function NameForm({ account }: { account: Account }) {
  const t = useText()
  const toast = useToast()
  const remember = useRememberUser()
  const [username, setUsername] = useState(account.username)
  const [email, setEmail] = useState(account.email ?? '')
  const [currentPassword, setCurrentPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Account>({
    failed: t('account.changeFailed'),
    stale: [accountQuery().queryKey, peopleQuery().queryKey],
    onDone: ({ id, username: name }) => {
      remember({ id, username: name })
      setCurrentPassword('')
      toast({ title: t('account.changed') })
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => mutate({ method: 'PUT', path: '/api/account', body: { currentPassword, username, email } })
  return (
    <AccountForm {...{ error, isPending }} label={t('account.save')} onSave={save}>
      <TextField
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        value={username}
        onChange={setUsername}
        error={faults.username}
      />
      <TextField
        label={t('account.email')}
        description={t('account.emailHint')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={faults.email}
      />
      <CurrentPasswordField
        description={t('account.currentPasswordHint')}
        value={currentPassword}
        onChange={setCurrentPassword}
        error={faults.currentPassword ?? wrongPassword(error)}
      />
    </AccountForm>
  )
}
