import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Replaces the current location. The router's own `Navigate` would be part of every public page's JavaScript. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
