import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '#client/api-error'
import type { User } from '#auth/contract'
import { getPasskey, isOfHost, supportsPasskeys, offersPasskeys } from './browser-passkeys'

/** Milliseconds; shorter than the lifetime of a challenge. */
const offerEvery = 4 * 60_000

/**
 * Login by a passkey alone: offered by the browser's autofill in the username field, and by `ask`. `isOffered` is false
 * where the site cannot use passkeys.
 */
export function usePasskeyLogin(onSignedIn: (user: User) => void) {
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
