import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useText } from '#base/i18n/i18n'
import { PrefetchContext } from '#base/ui/link'
import { isAdminPath, matchPath, queriesOf, withSlash } from './routes'
import type { AroundNavigation } from './screens'
import { arrive, leavePlace } from './scroll-places'

/** A step inside the site. Addresses of pages end with a slash; public and admin pages look different, so between them a page is loaded. */
export const goOn: AroundNavigation = (navigate, to, options) => {
  const url = new URL(to, location.href)
  if (url.origin !== location.origin || isAdminPath(url.pathname) !== isAdminPath(location.pathname)) return location.assign(to)
  const address = withSlash(url.pathname) + url.search + url.hash
  const samePath = withSlash(url.pathname) === location.pathname
  const replace = options?.replace ?? (samePath && url.search === location.search && url.hash === location.hash)
  navigate(address, { ...options, replace, state: leavePlace({ replace, state: options?.state }) })
  if (samePath && !isAdminPath(url.pathname)) arrive(url.hash)
}

/** Loads what links lead to beforehand; after a step on the public pages moves focus and scroll position, and says where one is. */
export function Navigation({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const prefetch = useCallback((address: string) => {
    const match = matchPath(withSlash(new URL(address, location.href).pathname))
    if (match) for (const query of queriesOf(match)) void queries.prefetchQuery(query)
  }, [queries])
  return (
    <PrefetchContext value={prefetch}>
      {children}
      <Announcer />
    </PrefetchContext>
  )
}

function Announcer() {
  const t = useText()
  const [path] = useLocation()
  const lastPath = useRef(path)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (path === lastPath.current) return undefined
    lastPath.current = path
    return isAdminPath(path) ? undefined : arrive(location.hash, () => setTitle(document.title))
  }, [path])

  return isAdminPath(path) ? null : <div className="visually-hidden" aria-live="polite">{title && t('common.pageLoaded', { title })}</div>
}
