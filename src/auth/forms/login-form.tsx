import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { Alert } from '#ui/controls/states/alert'
import { KeyIcon } from '#ui/controls/buttons/icons'
import { credentials, type Credentials, type User } from '#auth/contract'
import type { SignInChallenge } from '#auth/second-factor/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { Form } from './form'
import { type FieldErrors, useFieldErrors } from './field-errors'
import { FormFault } from './form-fault'
import { failureOf, login } from '#auth/sessions/session'
import { isDeclined } from './browser-passkeys'
import { SecondStep } from './second-step'
import { usePasskeyLogin } from './use-passkey-login'

type LoginFormProps = {
  /** Preset when an expired session is renewed. */
  username?: string
  onSignedIn?: () => void
  /** Rendered below the first step. */
  below?: ReactNode
}

/** Name and password, or a passkey; then the second factor, if the person has one. */
export function LoginForm({ username: known = '', onSignedIn, below }: LoginFormProps) {
  const t = useText()
  const toast = useToast()
  const rememberUser = useRememberUser()
  const [username, setUsername] = useState(known)
  const [asked, setAsked] = useState<SignInChallenge>()
  const [isEnded, setIsEnded] = useState(false)
  const signedIn = (user: User) => {
    rememberUser(user)
    toast({ title: t('login.successTitle'), description: t('login.successText') })
    onSignedIn?.()
  }
  const goBack = (ended: boolean) => {
    setAsked(undefined)
    setIsEnded(ended)
  }
  if (asked)
    return <SecondStep asked={asked} onSignedIn={signedIn} onEnded={() => goBack(true)} onBack={() => goBack(false)} />
  return (
    <>
      {isEnded && <Alert variant="warning">{t('login.stepEnded')}</Alert>}
      <FirstStep username={username} onUsername={setUsername} onSignedIn={signedIn} onAsked={setAsked} />
      {below}
    </>
  )
}

type FirstStepProps = {
  username: string
  onUsername: (username: string) => void
  onSignedIn: (user: User) => void
  onAsked: (asked: SignInChallenge) => void
}

function FirstStep({ username, onUsername, onSignedIn, onAsked }: FirstStepProps) {
  const t = useText()
  const toast = useToast()
  const fieldErrors = useFieldErrors()
  const [isKnown] = useState(username !== '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const usernameInput = useRef<HTMLElement>(null)
  const passwordInput = useRef<HTMLElement>(null)
  const passkey = usePasskeyLogin(onSignedIn)

  const signIn = useMutation({
    mutationFn: (given: Credentials) => login(given),
    onSuccess: (answer) => ('challenge' in answer ? onAsked(answer) : onSignedIn(answer)),
    onError: (error) => {
      toast({ variant: 'destructive', title: t('login.failed'), description: failureOf(error, t('errors.network')) })
      passwordInput.current?.focus()
    },
  })

  const submit = () => {
    const given = credentials.safeParse({ username, password })
    setErrors(given.success ? {} : fieldErrors(given.error.issues))
    signIn.reset()
    passkey.reset()
    if (given.success) signIn.mutate(given.data)
    else
      (given.error.issues.some((issue) => issue.path[0] === 'username')
        ? usernameInput
        : passwordInput
      ).current?.focus()
  }

  const refused = signIn.error instanceof ApiError && signIn.error.status === 401 ? signIn.error.text : undefined

  return (
    <Form className="kit-form" onSubmit={submit}>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all that this form's page or dialog is for
        autoFocus={!isKnown}
        value={username}
        onChange={onUsername}
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
        autoFocus={isKnown}
        value={password}
        onChange={setPassword}
        error={errors.password ?? refused}
        ref={passwordInput}
      />
      {refused === undefined && <FormFault error={signIn.error} />}
      <Button type="submit" variant="primary" isPending={signIn.isPending}>
        {signIn.isPending ? t('login.pending') : t('login.submit')}
      </Button>
      {passkey.isOffered && <PasskeyLogin {...passkey} />}
    </Form>
  )
}

function PasskeyLogin({
  ask,
  isPending,
  error,
}: Pick<ReturnType<typeof usePasskeyLogin>, 'ask' | 'isPending' | 'error'>) {
  const t = useText()
  return (
    <>
      {isDeclined(error) ? <Alert variant="info">{t('login.passkeyDeclined')}</Alert> : <FormFault error={error} />}
      <Button isPending={isPending} onPress={ask}>
        <KeyIcon />
        {t(isPending ? 'login.pending' : 'login.withPasskey')}
      </Button>
    </>
  )
}
