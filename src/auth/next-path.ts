import { useLocation } from 'react-router'

export const loginPath = '/admin/'
const firstScreen = '/admin/dashboard/'

/** Where to go after a login: the admin page first asked for, else the dashboard. */
export function useNextPath(): string {
  return nextPath(useLocation().search)
}

/** Only pages of the admin count: nobody is sent elsewhere by a forged link. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const isAdminPath = /^\/admin\/[\w-]/.test(next) && new URL(next, 'http://site').pathname.startsWith('/admin/')
  return isAdminPath ? next : firstScreen
}

/** The login's address, which remembers `path` for afterwards. */
export function loginFor(path: string): string {
  return path === firstScreen ? loginPath : `${loginPath}?next=${encodeURIComponent(path)}`
}
