import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useText } from '#base/i18n/i18n'
import { PrefetchContext } from '#base/ui/link'
import { isAdminPath, matchPath, queriesOf, withSlash } from './routes'
import type { AroundNavigation } from './screens'
import { arrive, leavePlace } from './scroll-places'

/** A step inside the site. Addresses of pages end with a slash; public and admin pages look different, so between them a page is loaded, and so it is while styles are on their way. */
export const goOn: AroundNavigation = (navigate, to, options) => {
  const url = new URL(to, location.href)
  const isElsewhere = url.origin !== location.origin || isAdminPath(url.pathname) !== isAdminPath(location.pathname)
  if (isElsewhere || document.querySelector('link[data-awaited]')) return location.assign(to)
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
  useProseLinks()
  return (
    <PrefetchContext value={prefetch}>
      {children}
      <Announcer />
    </PrefetchContext>
  )
}

/** Links inside stored HTML that lead to a public page are followed as those of the site itself. */
function useProseLinks() {
  const [, navigate] = useLocation()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.prose a[href]') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented
    if (!link || !isPlain || link.target !== '' || link.origin !== location.origin || !matchPath(withSlash(link.pathname))) return
    // The browser itself finds places on the same page.
    if (link.hash !== '' && withSlash(link.pathname) === location.pathname) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
  useEffect(() => {
    const onClick = (event: MouseEvent) => follow(event)
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
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
