import { hashKey, useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue, useStore } from 'jotai'
import { useCallback } from 'react'
import { sessionsQuery, secondFactorQuery } from '#auth/queries'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { useListener } from '#ui/controls/use-listener'
import { ApiError, readAnswer } from '#client/api-error'
import type { AuthCheck } from '#auth/contract'
import { useText } from '#i18n/i18n'
import { LoginForm } from './login-form'
import { userAtom } from '#auth/sessions/session'

type Request = { answer: Promise<boolean>; settle: (signedIn: boolean) => void }

const requestAtom = atom<Request | null>(null)
const timesGivenAtom = atom(0)

/**
 * Opens the sign-in dialog above the current screen; resolves to whether the user signed in. Concurrent callers share
 * one dialog.
 */
export function useSignInAgain(): () => Promise<boolean> {
  const store = useStore()
  return useCallback(() => {
    const open = store.get(requestAtom)
    if (open) return open.answer
    const { promise, resolve } = Promise.withResolvers<boolean>()
    store.set(requestAtom, {
      answer: promise,
      settle: (signedIn) => {
        store.set(requestAtom, null)
        if (signedIn) store.set(timesGivenAtom, (times) => times + 1)
        resolve(signedIn)
      },
    })
    return promise
  }, [store])
}

/** Wraps a write: after a 401 for an ended session it opens the sign-in dialog and retries. */
export function useWithSession(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  const signInAgain = useSignInAgain()
  const store = useStore()
  return useCallback(
    async (work) => {
      const times = store.get(timesGivenAtom)
      try {
        return await work()
      } catch (error) {
        const sessionEnded = error instanceof ApiError && error.status === 401
        // A long write may fail after somebody has signed in already.
        const isGiven = store.get(timesGivenAtom) > times
        if (!sessionEnded || !(isGiven || (await signInAgain()))) throw error
        return work()
      }
    },
    [signInAgain, store],
  )
}

/** A sign-in adds a session, and may use up a recovery code: these are read again even if they are fresh. */
const changedBySignIn = new Set([sessionsQuery(), secondFactorQuery()].map(({ queryKey }) => hashKey(queryKey)))

/** Opens when the session ends during work. Rendered once, at the root of the admin. */
export function SignInDialog() {
  const t = useText()
  const client = useQueryClient()
  const request = useAtomValue(requestAtom)
  const user = useAtomValue(userAtom)
  const signedIn = () => {
    request?.settle(true)
    void client.invalidateQueries({
      predicate: (query) => query.state.status === 'error' || query.isStale() || changedBySignIn.has(query.queryHash),
    })
  }
  // Somebody who has logged in in another window is not asked again in this one.
  const look = async () => {
    const check = await readAnswer<AuthCheck>(await fetch('/api/auth/check'))
    if (check.authenticated && check.user?.id === user?.id) signedIn()
  }
  useListener('focus', () => void look().catch(() => {}), { on: request ? undefined : null })
  return (
    <ModalDialog
      title={t('session.title')}
      isOpen={request !== null}
      onClose={() => request?.settle(false)}
      closeLabel={t('session.refused')}
      size="small"
    >
      <div className="kit-stack">
        <p className="kit-note">{t('session.text')}</p>
        <LoginForm username={user?.username} onSignedIn={signedIn} />
      </div>
    </ModalDialog>
  )
}
