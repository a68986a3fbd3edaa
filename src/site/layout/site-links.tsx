import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { OwnLinks } from './late-parts'
import type { SiteLinksProps } from './navigation/own-links'

const parts = ['projects', 'blog', 'about', 'contact'] as const

/** The navigation links in header, menu and footer: the owner's, or the default ones. */
export function SiteLinks(props: SiteLinksProps) {
  const t = useText()
  const href = useHref()
  const { navigation } = useAtomValue(siteAtom)
  if (navigation) return <OwnLinks {...props} navigation={navigation} />
  return (
    <ul>
      {parts.map((part) => (
        <li key={part}>
          <Link href={href(sitePaths[part])} onClick={props.onFollow}>
            {t(`nav.${part}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
