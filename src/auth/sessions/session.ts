import { queryOptions } from '@tanstack/react-query'
import { atom } from 'jotai'
import { ApiError, send } from '#client/api-error'
import type { AuthCheck, Credentials, Registration, Setup, User } from '#auth/contract'
import type { SignInChallenge } from '#auth/second-factor/contract'

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
