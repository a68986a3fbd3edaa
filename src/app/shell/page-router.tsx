import { type ReactNode, useSyncExternalStore } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router'
import { isAdminPath, withSlash } from './routes'
import { arrive, saveScrollPosition } from './scroll-positions'

type PageRouterProps = {
  /** The path that the server renders; the browser has one. */
  path?: string
  children: ReactNode
}

/** The client router: navigations render at once, so that skeletons show while data loads. */
export function PageRouter({ path, children }: PageRouterProps) {
  const address = useSyncExternalStore(listen, here, () => path ?? here())
  return (
    <Router location={address} navigator={navigator}>
      {children}
    </Router>
  )
}

const here = () => location.pathname + location.search + location.hash
const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))

const navigator: Navigator = {
  createHref: hrefOf,
  go: (steps) => history.go(steps),
  push: (to) => goOn(hrefOf(to)),
  replace: (to, _, options) => goOn(hrefOf(to), { replace: true, stay: options?.preventScrollReset }),
}

/**
 * A step inside the site. Addresses of pages end with a slash; public and admin pages look different, so between them a
 * page is loaded, and so it is while styles are on their way.
 */
function goOn(to: string, { replace: replacing = false, stay = false } = {}) {
  const url = new URL(to, location.href)
  const isElsewhere = url.origin !== location.origin || isAdminPath(url.pathname) !== isAdminPath(location.pathname)
  if (isElsewhere || document.querySelector('link[data-awaited]')) return location.assign(to)
  const address = withSlash(url.pathname) + url.search + url.hash
  const samePath = withSlash(url.pathname) === location.pathname
  const replace = replacing || address === here()
  history[replace ? 'replaceState' : 'pushState'](saveScrollPosition({ replace, stay }), '', address)
  for (const tell of listeners) tell()
  if (samePath && !isAdminPath(url.pathname)) arrive(url.hash)
}

const listeners = new Set<() => void>()

function listen(tell: () => void) {
  listeners.add(tell)
  addEventListener('popstate', tell)
  return () => {
    listeners.delete(tell)
    removeEventListener('popstate', tell)
  }
}
