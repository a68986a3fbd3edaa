import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { ApiError, send } from '#client/api-error'
import type { AuthCheck, Credentials, Registration, Setup, User } from '#auth/contract'
import type { SignInChallenge } from '#auth/second-factor/contract'
import { useCallback } from 'react'

/** undefined until the session has been checked, null without one. */
export const userAtom = atom<User | null | undefined>(undefined)

/** Whether the current screen itself reports the end of the session: then nothing else opens the sign-in dialog. */
export const sessionEndShownAtom = atom(false)

/** A failed check counts as not signed in. */
export const authCheckQuery = () => queryOptions<AuthCheck>({ queryKey: ['/api/auth/check'], retry: false })

/** Whether the login has to create the first administrator instead. */
export const setupQuery = () => queryOptions<Setup>({ queryKey: ['/api/auth/setup'], retry: false })

/** Resolves to a challenge for a person with a second factor. */
export const login = (credentials: Credentials) =>
  send<User | SignInChallenge>('POST', '/api/login', { body: credentials })
export const register = (registration: Registration) => send<User>('POST', '/api/register', { body: registration })
export const logout = () => send<undefined>('POST', '/api/logout')

/** The message of a failed login or registration for a toast; `unreachable` if the server did not respond. */
export const failureOf = (error: unknown, unreachable: string) =>
  error instanceof ApiError ? error.message : unreachable

/** The server's error as a sentence; `unreachable` if the response was not from the server. */
export const sentenceOf = (error: unknown, unreachable: string) =>
  error instanceof ApiError && error.hasServerText ? error.text : unreachable

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
