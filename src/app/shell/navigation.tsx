import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { siteAtom } from '#contract/site'
import { readAddress } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { ProseAddressContext } from '#ui/prose/prose-address'
import { PrefetchContext } from '#ui/link'
import { proseAddress } from './prose-address'
import { isAdminPath, matchSite, queriesOf, withSlash } from './routes'
import { arrive } from './scroll-positions'

/**
 * Prefetches linked pages; after a navigation on the public pages moves focus and scroll position, and announces the
 * page.
 */
export function Navigation({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { home } = useAtomValue(siteAtom)
  const prefetch = useCallback(
    (address: string) => {
      const { pathname, search } = new URL(address, location.href)
      const match = matchSite(withSlash(pathname), search, home)
      const data = (match ? queriesOf(match) : []).map((query) => queries.prefetchQuery(query))
      return Promise.all([match?.route.Component.preload?.(), ...data])
    },
    [queries, home],
  )
  const { pinned } = readAddress(useLocation().pathname)
  useProseLinks()
  return (
    <PrefetchContext value={prefetch}>
      <ProseAddressContext value={pinned ? (address) => proseAddress(address, pinned) : asWritten}>
        {children}
        <Announcer />
      </ProseAddressContext>
    </PrefetchContext>
  )
}

const asWritten = (address: string) => address

/** Follows links in stored HTML to public pages by the router. */
function useProseLinks() {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.prose a[href]') : null
    const isPlain =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey &&
      !event.defaultPrevented
    if (
      !link ||
      !isPlain ||
      link.target !== '' ||
      link.origin !== location.origin ||
      !matchSite(withSlash(link.pathname))
    )
      return
    // Fragments of the same page are handled by the browser.
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
  const { pathname: path, search } = useLocation()
  const page = path + search
  const lastPage = useRef(page)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (page === lastPage.current) return undefined
    lastPage.current = page
    return isAdminPath(path) ? undefined : arrive(location.hash, () => setTitle(document.title))
  }, [page, path])

  return isAdminPath(path) ? null : (
    <div className="visually-hidden" aria-live="polite">
      {title && t('common.pageLoaded', { title })}
    </div>
  )
}
