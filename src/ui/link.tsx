import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react'
import { useLinkClickHandler, useLocation } from 'react-router'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'

/** Loads the data of a path before it is visited, as far as it can be had; the app provides it. */
export const PrefetchContext = createContext<(path: string) => Promise<unknown>>(() => Promise.resolve())

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string }

/**
 * A link inside the site: prefetched on hover and focus, followed without a page load; `aria-current` on the page it
 * leads to. Made of the router's own hook: its `Link` brings two kilobytes of another way to prefetch.
 */
export function Link({ href, onClick, children, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext)
  const { pathname } = useLocation()
  const follow = useLinkClickHandler(href, { target: props.target, replace: false })
  const home = useHref()(sitePaths.home)
  const current = pathname === href || (href !== home && pathname.startsWith(href))

  function onFollow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }

  return (
    <a
      aria-current={current ? (pathname === href ? 'page' : 'true') : undefined}
      href={href}
      onPointerEnter={() => void prefetch(href)}
      onFocus={() => void prefetch(href)}
      {...props}
      onClick={onFollow}
    >
      {children}
    </a>
  )
}

/** A link that leaves the site, in a new tab. */
export function OutLink({ children, ...props }: LinkProps) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...props}>
      {children}
    </a>
  )
}
