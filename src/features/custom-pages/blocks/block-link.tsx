import { type ComponentProps, useContext } from 'react'
import { Link } from '#ui/link'
import { ProseAddressContext } from '#ui/prose/prose-address'

/** Paths that are pages of the router; others are left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)(\/|$))[^.?#]*$/

/** A link in a block; it keeps the language of the page. */
export function BlockLink({ href, children, ...props }: ComponentProps<typeof Link>) {
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
