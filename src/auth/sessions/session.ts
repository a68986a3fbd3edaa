import { queryOptions } from '@tanstack/react-query'
import { atom } from 'jotai'
import { ApiError, send } from '#client/api-error'
import type { AuthCheck, Credentials, Registration, Setup, User } from '#auth/contract'
import type { SignInChallenge } from '#auth/second-factor/contract'

/** undefined until the session has been checked, null without one. */
export const userAtom = atom<User | null | undefined>(undefined)

/** Whether what is on the screen tells itself that the session ends: nothing else then asks for another. */
export const sessionEndShownAtom = atom(false)

/** A failed check counts as not signed in. */
export const authCheckQuery = () => queryOptions<AuthCheck>({ queryKey: ['/api/auth/check'], retry: false })

/** Whether the login has to create the first administrator instead. */
export const setupQuery = () => queryOptions<Setup>({ queryKey: ['/api/auth/setup'], retry: false })

/** Of somebody with a second factor it resolves to what is asked for next. */
export const login = (credentials: Credentials) =>
  send<User | SignInChallenge>('POST', '/api/login', { body: credentials })
export const register = (registration: Registration) => send<User>('POST', '/api/register', { body: registration })
export const logout = () => send<undefined>('POST', '/api/logout')

/** The message of a refusal, as the toasts of signing in and up tell it; `unreachable` where no answer came at all. */
export const failureOf = (error: unknown, unreachable: string) =>
  error instanceof ApiError ? error.message : unreachable

/** What the server says of a refusal, as people say it; `unreachable` where it was not the server that answered. */
export const sentenceOf = (error: unknown, unreachable: string) =>
  error instanceof ApiError && error.isTold ? error.text : unreachable
