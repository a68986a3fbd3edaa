import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type Registration, registration, type User } from '#auth/contract'
import { Form, type FieldErrors, useFieldErrors, FormFault } from './form'
import { setupQuery, failureOf, register, useRememberUser } from '#auth/sessions/session'
import { ApiError } from '#client/api-error'
import { useWrite } from './use-write'

/** Creates the first account with the set-up code that the server printed. */
export function CreateAdministratorForm() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const rememberUser = useRememberUser()
  const fieldErrors = useFieldErrors()
  const [account, setAccount] = useState<NewAccount>({ username: '', password: '' })
  const [setupCode, setSetupCode] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const creation = useMutation({
    mutationFn: (given: Registration) => register(given),
    onSuccess: (user) => {
      rememberUser(user)
      toast({ title: t('setup.successTitle'), description: t('login.successText') })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('setup.failed'), description: failureOf(error, t('errors.network')) })
      setErrors(issuesByField(fieldIssues(error)))
      // Someone else may have registered first: then the login replaces this form.
      void client.invalidateQueries({ queryKey: setupQuery().queryKey })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = registration.safeParse({ ...account, setupCode })
    setErrors(
      given.success
        ? {}
        : fieldErrors(given.error.issues, { username: t('login.username'), password: t('login.password') }),
    )
    creation.reset()
    if (given.success) creation.mutate(given.data)
    else focusField(event.currentTarget, given.error.issues[0]?.path[0])
  }

  return (
    <Form className="kit-form" error={creation.error} onSubmit={submit}>
      <NewAccountFields account={account} onChange={setAccount} errors={errors} />
      <TextField
        label={t('setup.code')}
        name="setupCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        isCode
        value={setupCode}
        onChange={setSetupCode}
        error={errors.setupCode}
        description={t('setup.codeHint')}
      />
      <FormFault error={creation.error} />
      <Button type="submit" variant="primary" isPending={creation.isPending}>
        {creation.isPending ? t('setup.pending') : t('setup.submit')}
      </Button>
    </Form>
  )
}

function focusField(form: HTMLFormElement, name: PropertyKey | undefined): void {
  const field = form.elements.namedItem(String(name))
  if (field instanceof HTMLElement) field.focus()
}

/** Accepts an invitation: the invited person chooses a name and a password, and is signed in. */
export function InvitationForm({ token, onJoined }: { token: string; onJoined: () => void }) {
  const t = useText()
  const toast = useToast()
  const rememberUser = useRememberUser()
  const [account, setAccount] = useState<NewAccount>({ username: '', password: '' })
  const { mutate, isPending, error } = useWrite<User>({
    failed: t('setup.failed'),
    onDone: (user) => {
      rememberUser(user)
      toast({ title: t('login.successTitle'), description: t('invitation.joined') })
      onJoined()
    },
  })
  const faults = issuesByField(fieldIssues(error))
  if (error instanceof ApiError && error.status === 404) return <p role="alert">{t('invitation.closed')}</p>
  return (
    <Form
      className="kit-form"
      error={error}
      onSubmit={() => mutate({ method: 'POST', path: '/api/invitations/accept', body: { token, ...account } })}
    >
      <NewAccountFields account={account} onChange={setAccount} errors={faults} />
      <FormFault error={error} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t(isPending ? 'setup.pending' : 'invitation.join')}
      </Button>
    </Form>
  )
}

type NewAccount = { username: string; password: string }

/** The username and the password of a new account, on a page of its own. */
function NewAccountFields({
  account,
  onChange,
  errors,
}: {
  account: NewAccount
  onChange: (account: NewAccount) => void
  errors: { username?: string; password?: string }
}) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- making the account is all that the page is for
        autoFocus
        value={account.username}
        onChange={(username) => onChange({ ...account, username })}
        error={errors.username}
        description={t('setup.usernameHint')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={account.password}
        onChange={(password) => onChange({ ...account, password })}
        error={errors.password}
        description={t('setup.passwordHint')}
      />
    </>
  )
}
