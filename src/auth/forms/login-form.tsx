import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState, useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { Alert } from '#ui/controls/states/states'
import { KeyIcon } from '#ui/controls/buttons/icons'
import { credentials, type Credentials, type User } from '#auth/contract'
import type { SignInChallenge, SecondFactorMethod } from '#auth/second-factor/contract'
import { failureOf, login, sentenceOf, useRememberUser } from '#auth/sessions/session'
import { CodeField, Form, type FieldErrors, useFieldErrors, FormFault } from './form'
import { isDeclined, getPasskey, isOfHost, supportsPasskeys, offersPasskeys } from './browser-passkeys'

type SecondStepProps = {
  challenge: SignInChallenge
  onSignedIn: (user: User) => void
  /** Called when the challenge accepts no more attempts. */
  onEnded: () => void
  onBack: () => void
}

type Proof = { code: string } | { recoveryCode: string } | 'passkey'

const mostTries = 5
/** Lifetime of a challenge in milliseconds. */
const lifetime = 300_000

/** The second factor, requested after the password. */
function SecondStep({ challenge, onSignedIn, onEnded, onBack }: SecondStepProps) {
  const t = useText()
  const methods = challenge.methods.filter((method) => method !== 'passkey' || supportsPasskeys())
  const [method, setMethod] = useState<SecondFactorMethod | undefined>(methods[0])
  const [began] = useState(() => Date.now())
  const tries = useRef(0)
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (proof: Proof) => {
      const shown = proof === 'passkey' ? { credential: await getPasskey(challenge.passkeyOptions ?? {}) } : proof
      return send<User>('POST', '/api/login/second-factor', { body: { challenge: challenge.challenge, ...shown } })
    },
    onSuccess: onSignedIn,
    onError: (fault) => {
      if (!(fault instanceof ApiError) || fault.status !== 401) return
      tries.current += 1
      if (tries.current >= mostTries || Date.now() - began >= lifetime) onEnded()
    },
  })
  const fault = error && (isDeclined(error) ? t('login.passkeyDeclined') : sentenceOf(error, t('errors.network')))
  const choose = (next: SecondFactorMethod) => {
    reset()
    setMethod(next)
  }
  return (
    <div className="kit-form">
      <p className="kit-note">{t(method === undefined ? 'login.noStep' : 'login.secondStep')}</p>
      {method === 'passkey' && (
        <>
          {fault && <Alert variant="danger">{fault}</Alert>}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is there for this button */}
          <Button variant="primary" isPending={isPending} autoFocus onPress={() => mutate('passkey')}>
            {t(isPending ? 'login.pending' : 'login.usePasskey')}
          </Button>
        </>
      )}
      {method === 'totp' && (
        <CodeForm key="totp" kind="totp" fault={fault} isPending={isPending} onCode={(code) => mutate({ code })} />
      )}
      {method === 'recovery' && (
        <CodeForm
          key="recovery"
          kind="recovery"
          fault={fault}
          isPending={isPending}
          onCode={(recoveryCode) => mutate({ recoveryCode })}
        />
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} isDisabled={isPending} onPress={() => choose(other)}>
            {t(`login.instead.${other}`)}
          </Button>
        ))}
      <Button variant="quiet" isDisabled={isPending} onPress={onBack}>
        {t('login.back')}
      </Button>
    </div>
  )
}

type CodeFormProps = {
  kind: 'totp' | 'recovery'
  fault: string | null
  isPending: boolean
  onCode: (code: string) => void
}

function CodeForm({ kind, fault, isPending, onCode }: CodeFormProps) {
  const t = useText()
  const [code, setCode] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const input = useRef<HTMLElement>(null)
  const submit = () => {
    setIsEmpty(code.trim() === '')
    if (code.trim() === '') input.current?.focus()
    else onCode(code)
  }
  useEffect(() => {
    if (fault && input.current instanceof HTMLInputElement) input.current.select()
  }, [fault])
  return (
    <Form className="kit-form" onSubmit={submit}>
      <CodeField
        kind={kind}
        name={kind}
        autoCapitalize="none"
        spellCheck="false"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is there for this field
        autoFocus
        value={code}
        onChange={setCode}
        error={isEmpty ? t('validation.code') : (fault ?? undefined)}
        ref={input}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t(isPending ? 'login.pending' : 'login.submit')}
      </Button>
    </Form>
  )
}

/** Milliseconds; shorter than the lifetime of a challenge. */
const offerEvery = 4 * 60_000

/**
 * Login by a passkey alone: offered by the browser's autofill in the username field, and by `ask`. `isOffered` is false
 * where the site cannot use passkeys.
 */
function usePasskeyLogin(onSignedIn: (user: User) => void) {
  const [isOffered, setIsOffered] = useState(false)
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (chosen?: object) => {
      const credential = chosen ?? (await getPasskey(await askOptions()))
      return send<User>('POST', '/api/login/passkey', { body: { credential } })
    },
    onSuccess: onSignedIn,
  })
  const taken = useEffectEvent((credential: object) => mutate(credential))
  // The browser shows one request at a time.
  const isFree = !isPending && !isSuccess

  useEffect(() => {
    if (!isFree || !supportsPasskeys()) return undefined
    const controller = new AbortController()
    void offerWhile(controller.signal, () => setIsOffered(true), taken)
    return () => controller.abort()
  }, [isFree])

  return { isOffered, isPending, error, reset, ask: () => mutate(undefined) }
}

const askOptions = () => send<{ rpId: string }>('POST', '/api/login/passkey/options')

/** Replaces each challenge before it expires. */
async function offerWhile(signal: AbortSignal, found: () => void, taken: (credential: object) => void): Promise<void> {
  while (!signal.aborted) {
    const ending = AbortSignal.timeout(offerEvery)
    try {
      const options = await askOptions()
      if (signal.aborted || !isOfHost(options.rpId)) return
      found()
      if (!(await offersPasskeys())) return
      taken(await getPasskey(options, { mediation: 'conditional', signal: AbortSignal.any([signal, ending]) }))
      return
    } catch {
      // After a refusal or a cancellation autofill stops; the button remains.
      if (!ending.aborted) return
    }
  }
}

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
  const [challenge, setChallenge] = useState<SignInChallenge>()
  const [isEnded, setIsEnded] = useState(false)
  const signedIn = (user: User) => {
    rememberUser(user)
    toast({ title: t('login.successTitle'), description: t('login.successText') })
    onSignedIn?.()
  }
  const goBack = (ended: boolean) => {
    setChallenge(undefined)
    setIsEnded(ended)
  }
  if (challenge)
    return (
      <SecondStep
        challenge={challenge}
        onSignedIn={signedIn}
        onEnded={() => goBack(true)}
        onBack={() => goBack(false)}
      />
    )
  return (
    <>
      {isEnded && <Alert variant="warning">{t('login.stepEnded')}</Alert>}
      <FirstStep username={username} onUsername={setUsername} onSignedIn={signedIn} onChallenge={setChallenge} />
      {below}
    </>
  )
}

type FirstStepProps = {
  username: string
  onUsername: (username: string) => void
  onSignedIn: (user: User) => void
  onChallenge: (challenge: SignInChallenge) => void
}

function FirstStep({ username, onUsername, onSignedIn, onChallenge }: FirstStepProps) {
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
    onSuccess: (answer) => ('challenge' in answer ? onChallenge(answer) : onSignedIn(answer)),
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
      <FormFault error={signIn.error} />
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
