import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import type { AuthCheck, User } from '#auth/contract'
import { authCheckQuery, userAtom } from './session'

/** Sets the user after a login, a registration or a renewed session. */
export function useRememberUser(): (user: User) => void {
  const client = useQueryClient()
  const setUser = useSetAtom(userAtom)
  return useCallback(
    (user) => {
      client.setQueryData<AuthCheck>(authCheckQuery().queryKey, { authenticated: true, user })
      setUser(user)
    },
    [client, setUser],
  )
}

/** Removes the user, and all cached responses except the auth check. */
export function useForgetUser(): () => void {
  const client = useQueryClient()
  const setUser = useSetAtom(userAtom)
  return useCallback(() => {
    setUser(null)
    client.setQueryData<AuthCheck>(authCheckQuery().queryKey, { authenticated: false, user: null })
    removeReadings(client)
  }, [client, setUser])
}

function removeReadings(client: QueryClient): void {
  const [check] = authCheckQuery().queryKey
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== check })
}
