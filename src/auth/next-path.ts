import { useLocation } from 'react-router'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'

/** Where to go after a login: the requested admin page, or the dashboard. */
export function useNextPath(): string {
  return nextPath(useLocation().search)
}

/** Accepts only paths of the admin, so that a forged link is not an open redirect. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const login = href(adminPaths.login)
  const isInAdmin =
    next.startsWith(login) &&
    /^[\w-]/.test(next.slice(login.length)) &&
    new URL(next, 'http://site').pathname.startsWith(login)
  return isInAdmin ? next : href(adminPaths.dashboard)
}

/** The URL of the login that returns to `path` afterwards. */
export function loginFor(path: string): string {
  return href(adminPaths.login) + (path === href(adminPaths.dashboard) ? '' : `?next=${encodeURIComponent(path)}`)
}
