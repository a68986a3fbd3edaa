import { type AnchorHTMLAttributes, createContext, useContext } from 'react'
import { Link as RouteLink, useLocation } from 'wouter'

/** Loads the data of a path before it is visited; the app provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => {})

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string }

/** A link inside the site: prefetched on hover and focus, followed without a page load; `aria-current` on the page it leads to. */
export function Link({ href, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext)
  const [location] = useLocation()
  const current = location === href || (href !== '/' && location.startsWith(href))
  return (
    <RouteLink
      href={href}
      aria-current={current ? (location === href ? 'page' : 'true') : undefined}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
      {...props}
    />
  )
}

/** A link that leaves the site, in a new tab. */
export function OutLink({ children, ...props }: LinkProps) {
  return <a target="_blank" rel="noopener noreferrer" {...props}>{children}</a>
}
