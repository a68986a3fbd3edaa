import type { MenuLink as Target } from '#contract/site'
import { inLanguage, readAddress } from '#i18n/addresses/href'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { Link } from '#ui/link'
import { useSiteText } from '../use-site-text'

type MenuLinkProps = { link: Target; onFollow?: () => void }

/** Paths that are pages of the router; others are left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)\b)[^.?]*$/

/** A link of the owner's menu: to a page of the site in the current language, or to any other URL. */
export function MenuLink({ link: { label, href }, onFollow }: MenuLinkProps) {
  const { lang, children } = useSiteText()(label)
  const language = useAddressLanguage()
  return isPage.test(href) ? (
    <Link href={readAddress(href).pinned ? href : inLanguage(href, language)} onClick={onFollow} lang={lang}>
      {children}
    </Link>
  ) : (
    <a href={href} lang={lang}>
      {children}
    </a>
  )
}
