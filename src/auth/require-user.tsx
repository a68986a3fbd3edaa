import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { loginFor } from './next-path'
import { userAtom } from './session'

/** Shows `children` to a signed-in user; others are sent to the login, which brings them back. */
export function RequireUser({ checking, children }: { checking: ReactNode; children: ReactNode }) {
  const user = useAtomValue(userAtom)
  const [location] = useLocation()
  const search = useSearch()
  if (user === undefined) return checking
  if (user === null) return <Redirect to={loginFor(search ? `${location}?${search}` : location)} replace />
  return children
}
