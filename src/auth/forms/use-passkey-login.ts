import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '#client/api-error'
import type { User } from '#auth/contract'
import { getPasskey, isOfHost, supportsPasskeys, offersPasskeys } from './browser-passkeys'

/** Milliseconds: challenges live a little longer. */
const offerEvery = 4 * 60_000

/**
 * Signing in by a passkey alone: among what the browser fills in where a name is typed, and by `ask`. Where the site
 * takes none, it `isOffered` nowhere.
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

/** Each challenge is replaced before it ends. */
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
      // What is refused, or ended by the person, is not offered again; the button is there.
      if (!ending.aborted) return
    }
  }
}
