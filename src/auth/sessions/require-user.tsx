import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loginFor } from '#auth/next-path'
import { Redirect } from '#ui/redirect'
import { userAtom } from './session'

/** Renders `children` for a signed-in user; redirects others to the login, which returns here. */
export function RequireUser({ checking, children }: { checking: ReactNode; children: ReactNode }) {
  const user = useAtomValue(userAtom)
  const { pathname, search } = useLocation()
  if (user === undefined) return checking
  if (user === null) return <Redirect to={loginFor(pathname + search)} />
  return children
}
