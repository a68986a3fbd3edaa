import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPasskey, isDeclined, supportsPasskeys } from '#auth/forms/browser-passkeys'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { confirmationQuery } from '#auth/queries'
import type { SecondFactor, SessionProof } from '#auth/second-factor/contract'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { sentenceOf } from '#auth/sessions/session'
import { send } from '#client/api-error'
import { fieldIssues, issuesByField } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { wrongPassword } from './account-form'
import { useIsConfirmed } from './is-confirmed'

type Means = 'password' | 'totp' | 'passkey'
export type Confirmation = ReturnType<typeof useConfirmation>

/**
 * What confirms a write: the current password in its body, or a factor that confirms the session first. `error` is that of
 * the last submit. `passwordOnly`: for writes that only the password confirms.
 */
export function useConfirmation(error: unknown, passwordOnly = false) {
  const t = useText()
  const isConfirmed = useIsConfirmed()
  const [chosen, setChosen] = useState<Means>()
  const means = chosen ?? 'password'
  const [typed, setTyped] = useState('')
  const proof = useProof()
  const ofPassword = issuesByField(fieldIssues(error)).currentPassword ?? wrongPassword(error)
  const ofFactor =
    proof.error === null
      ? undefined
      : isDeclined(proof.error)
        ? t('login.passkeyDeclined')
        : sentenceOf(proof.error, t('errors.network'))
  const fault = ofFactor ?? (means === 'password' ? ofPassword : undefined)
  // After a refusal the confirmation has expired meanwhile.
  const isNeeded = passwordOnly || !isConfirmed || ofPassword !== undefined
  const factors = useFactors(isNeeded && !passwordOnly)

  /** Confirms the session, and then calls `next`. */
  const prove = (next: () => void) => proof.mutate({ means, typed }, { onSuccess: next })
  /** Calls `next` with what the body of the write needs. */
  function confirm(next: (body: { currentPassword?: string }) => void) {
    if (isNeeded && means !== 'password') prove(() => next({}))
    else next(isNeeded ? { currentPassword: typed } : {})
  }
  function onChoose(other: Means) {
    proof.reset()
    setTyped('')
    setChosen(other)
  }
  return {
    isNeeded,
    fault,
    prove,
    confirm,
    isPending: proof.isPending,
    error: proof.error ?? error,
    field: {
      isNeeded,
      fault,
      means,
      isChosen: chosen !== undefined,
      others: (['password', ...factors] as const).filter((other) => other !== means),
      onChoose,
      typed,
      onType: setTyped,
    },
  }
}

/** The factors of the person that this browser can ask for. */
function useFactors(enabled: boolean): readonly ('totp' | 'passkey')[] {
  return useQuery({ ...secondFactorQuery(), enabled, select: usableFactors }).data ?? []
}

const usableFactors = ({ passkeys, totp }: SecondFactor) => [
  ...(passkeys.length > 0 && supportsPasskeys() ? (['passkey'] as const) : []),
  ...(totp ? (['totp'] as const) : []),
]

function useProof() {
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    networkMode: 'always',
    // A code works once.
    retry: false,
    mutationFn: (shown: { means: Means; typed: string }) =>
      withSession(async () => send('POST', '/api/account/confirm', { body: await readProof(shown) })),
    onSettled: () => client.invalidateQueries({ queryKey: confirmationQuery().queryKey }),
  })
}

async function readProof({ means, typed }: { means: Means; typed: string }): Promise<SessionProof> {
  if (means === 'password') return { currentPassword: typed }
  if (means === 'totp') return { code: typed }
  const options = await send<object>('POST', '/api/account/confirm/options', { body: {} })
  return { credential: { ...(await getPasskey(options)) } }
}
