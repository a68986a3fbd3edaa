import { useContext } from 'react'
import type { MenuLink as Target } from '#contract/site'
import { Link } from '#ui/link'
import { ProseAddressContext } from '#ui/prose/prose-address'
import { useSiteText } from '../use-site-text'

type MenuLinkProps = { link: Target; onFollow?: () => void }

/** Paths that are pages of the router; others are left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)(\/|$))[^.?]*$/

/** A link of the owner's menu: to a page of the site in the current language, or to any other URL. */
export function MenuLink({ link: { label, href }, onFollow }: MenuLinkProps) {
  const { lang, children } = useSiteText()(label)
  const address = useContext(ProseAddressContext)(href)
  return isPage.test(address) ? (
    <Link href={address} onClick={onFollow} lang={lang}>
      {children}
    </Link>
  ) : (
    <a href={address} lang={lang}>
      {children}
    </a>
  )
}
