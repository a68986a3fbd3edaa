import { useLocation } from 'react-router'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'

/** Where to go after a login: the admin page first asked for, else the dashboard. */
export function useNextPath(): string {
  return nextPath(useLocation().search)
}

/** Only pages of the admin count: nobody is sent elsewhere by a forged link. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const login = href(adminPaths.login)
  const isInAdmin =
    next.startsWith(login) &&
    /^[\w-]/.test(next.slice(login.length)) &&
    new URL(next, 'http://site').pathname.startsWith(login)
  return isInAdmin ? next : href(adminPaths.dashboard)
}

/** The login's address, which remembers `path` for afterwards. */
export function loginFor(path: string): string {
  return href(adminPaths.login) + (path === href(adminPaths.dashboard) ? '' : `?next=${encodeURIComponent(path)}`)
}
