import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react'
import { useLinkClickHandler, useLocation } from 'react-router'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'

/** Prefetches the data of a path; errors are ignored. The app provides it. */
export const PrefetchContext = createContext<(path: string) => Promise<unknown>>(() => Promise.resolve())

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string }

/**
 * A link inside the site: prefetched on hover and focus, followed without a page load; `aria-current` on the current
 * page. Uses the router's hook, because its `Link` has two kilobytes of its own prefetching.
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

/** A link to another site, in a new tab. */
export function OutLink({ children, ...props }: LinkProps) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...props}>
      {children}
    </a>
  )
}
