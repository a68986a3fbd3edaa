import { type ComponentProps, useContext } from 'react'
import { Link } from '#ui/link'
import { ProseAddressContext } from './prose-address'

/** Paths that are pages of the router; others are left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)(\/|$))[^.?]*$/

/** A link that an editor typed: to a page of the site in the current language, or to any other URL. */
export function StoredLink({ href, children, ...props }: ComponentProps<typeof Link>) {
  const address = useContext(ProseAddressContext)(href)
  return isPage.test(address) ? (
    <Link href={address} {...props}>
      {children}
    </Link>
  ) : (
    <a href={address} {...props}>
      {children}
    </a>
  )
}
