import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { ApiError } from '#client/api-error'
import { authCheckQuery, userAtom, sessionEndShownAtom, useForgetUser } from './session'
import { useSignInAgain } from '#auth/forms/sign-in-dialog'

/**
 * Keeps `userAtom` in sync with the server by the auth check. When a session ends while its user is viewing something,
 * opens the sign-in dialog in place, so that nothing typed is lost. Used once, at the root of the admin.
 */
export function useSessionWatch(): void {
  const client = useQueryClient()
  const { data: check, isError } = useQuery(authCheckQuery())
  const [user, setUser] = useAtom(userAtom)
  const forgetUser = useForgetUser()
  const signInAgain = useSignInAgain()

  const store = useStore()

  const endSession = useCallback(async () => {
    if (!store.get(sessionEndShownAtom) && !(await signInAgain())) forgetUser()
  }, [forgetUser, signInAgain, store])

  useEffect(() => {
    if (check?.authenticated) setUser(check.user)
    else if (check && user) void endSession()
    else if (check || isError) setUser(null)
    // A user set by a login is newer than the answer: only a new answer counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [check, isError])

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !(event.action.error instanceof ApiError))
          return
        const { status } = event.action.error
        // The auth check reports whether a second factor has to be added first.
        if (status === 403) void client.invalidateQueries({ queryKey: authCheckQuery().queryKey })
        if (status !== 401) return
        if (event.query.state.data !== undefined || store.get(sessionEndShownAtom)) void endSession()
        else forgetUser()
      }),
    [client, forgetUser, endSession, store],
  )
}
