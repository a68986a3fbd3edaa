import { type FormEvent, useState } from 'react'
import type { Account } from '#auth/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { accountQuery, peopleQuery } from '#auth/queries'
import { useWrite } from '#auth/forms/use-write'
import { FormFault } from '#auth/forms/form-fault'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { useFaultFocus } from '#editing/focus'
import { ApiError } from '#client/api-error'
import { issuesByField, toldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** The name to sign in with, and where a link goes when the password is forgotten. */
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
  const faults = issuesByField(toldIssues(error))
  const form = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ method: 'PUT', path: '/api/account', body: { currentPassword, username, email } })
  }
  return (
    <form data-saves className="kit-form" noValidate onSubmit={submit} ref={form}>
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
      <TextField
        label={t('account.currentPassword')}
        description={t('account.currentPasswordHint')}
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword}
        onChange={setCurrentPassword}
        error={faults.currentPassword ?? wrongPassword(error)}
      />
      {wrongPassword(error) === undefined && <FormFault error={error} />}
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'account.saving' : 'account.save')}
        </Button>
      </div>
    </form>
  )
}

/** What the server said of the password that was typed to confirm. */
export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 ? error.text : undefined
