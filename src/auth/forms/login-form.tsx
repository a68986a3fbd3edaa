import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { credentials, type Credentials } from '#auth/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { type FieldErrors, useFieldErrors } from './field-errors'
import { FormFault } from './form-fault'
import { failureOf, login } from '#auth/sessions/session'

type LoginFormProps = {
  /** Known already when a session is only renewed. */
  username?: string
  onSignedIn?: () => void
}

export function LoginForm({ username: known = '', onSignedIn }: LoginFormProps) {
  const t = useText()
  const toast = useToast()
  const rememberUser = useRememberUser()
  const fieldErrors = useFieldErrors()
  const [username, setUsername] = useState(known)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const usernameInput = useRef<HTMLElement>(null)
  const passwordInput = useRef<HTMLElement>(null)

  const signIn = useMutation({
    mutationFn: (given: Credentials) => login(given),
    onSuccess: (user) => {
      rememberUser(user)
      toast({ title: t('login.successTitle'), description: t('login.successText') })
      onSignedIn?.()
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('login.failed'), description: failureOf(error, t('errors.network')) })
      passwordInput.current?.focus()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = credentials.safeParse({ username, password })
    setErrors(given.success ? {} : fieldErrors(given.error.issues))
    signIn.reset()
    if (given.success) signIn.mutate(given.data)
    else
      (given.error.issues.some((issue) => issue.path[0] === 'username')
        ? usernameInput
        : passwordInput
      ).current?.focus()
  }

  const refused = signIn.error instanceof ApiError && signIn.error.status === 401 ? signIn.error.text : undefined

  return (
    <form className="kit-form" noValidate onSubmit={submit}>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all that this form's page or dialog is for
        autoFocus={known === ''}
        value={username}
        onChange={setUsername}
        error={errors.username}
        ref={usernameInput}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the name is filled in already
        autoFocus={known !== ''}
        value={password}
        onChange={setPassword}
        error={errors.password ?? refused}
        ref={passwordInput}
      />
      {refused === undefined && <FormFault error={signIn.error} />}
      <Button type="submit" variant="primary" isPending={signIn.isPending}>
        {signIn.isPending ? t('login.pending') : t('login.submit')}
      </Button>
    </form>
  )
}
