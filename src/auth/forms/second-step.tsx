import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/alert'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { User } from '#auth/contract'
import type { SecondFactorMethod, SignInChallenge } from '#auth/second-factor/contract'
import { sentenceOf } from '#auth/sessions/session'
import { Form } from './form'
import { getPasskey, isDeclined, supportsPasskeys } from './browser-passkeys'

type SecondStepProps = {
  asked: SignInChallenge
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
export function SecondStep({ asked, onSignedIn, onEnded, onBack }: SecondStepProps) {
  const t = useText()
  const methods = asked.methods.filter((method) => method !== 'passkey' || supportsPasskeys())
  const [method, setMethod] = useState<SecondFactorMethod | undefined>(methods[0])
  const [began] = useState(() => Date.now())
  const tries = useRef(0)
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (proof: Proof) => {
      const shown = proof === 'passkey' ? { credential: await getPasskey(asked.passkeyOptions ?? {}) } : proof
      return send<User>('POST', '/api/login/second-factor', { body: { challenge: asked.challenge, ...shown } })
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
      <TextField
        label={t(`login.${kind}`)}
        description={t(`login.${kind}Hint`)}
        name={kind}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        isCode
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
