import { useAtomValue } from 'jotai'
import { Region, type RegionProps } from '#ui/region'
import { userAtom } from './session'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginFor } from '#auth/next-path'

/** A region whose data only a user may read: requests nothing before somebody has signed in. */
export function UserRegion({ loading, ...props }: RegionProps) {
  const user = useAtomValue(userAtom)
  return user ? <Region loading={loading} {...props} /> : loading
}

/** Renders `children` for a signed-in user; redirects others to the login, which returns here. */
export function RequireUser({ checking, children }: { checking: ReactNode; children: ReactNode }) {
  const user = useAtomValue(userAtom)
  const { pathname, search } = useLocation()
  if (user === undefined) return checking
  if (user === null) return <Redirect to={loginFor(pathname + search)} />
  return children
}

/** Replaces the current location. The router's own `Navigate` would be part of every public page's JavaScript. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
