import { type ComponentProps, useContext } from 'react'
import { Link } from '#ui/link'
import { ProseAddressContext } from '#ui/prose/prose-address'

/** What the router has no page for is left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)\b)[^.?#]*$/

/** A link of a block, which stays in the language of the page. */
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
