import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'

/** The four parts of the site, as header, menu and footer list them. */
export function SiteLinks({ onFollow }: { onFollow?: () => void }) {
  const t = useText()
  const href = useHref()
  return (
    <ul>
      <li>
        <Link href={href(sitePaths.projects)} onClick={onFollow}>
          {t('nav.projects')}
        </Link>
      </li>
      <li>
        <Link href={href(sitePaths.blog)} onClick={onFollow}>
          {t('nav.blog')}
        </Link>
      </li>
      <li>
        <Link href={href(sitePaths.about)} onClick={onFollow}>
          {t('nav.about')}
        </Link>
      </li>
      <li>
        <Link href={href(sitePaths.contact)} onClick={onFollow}>
          {t('nav.contact')}
        </Link>
      </li>
    </ul>
  )
}
