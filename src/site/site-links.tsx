import { useText } from '#base/i18n/i18n'
import { Link } from '#base/ui/link'

/** The four parts of the site, as header, menu and footer list them. */
export function SiteLinks({ onFollow }: { onFollow?: () => void }) {
  const t = useText()
  return (
    <ul>
      <li><Link href="/projects/" onClick={onFollow}>{t('nav.projects')}</Link></li>
      <li><Link href="/blog/" onClick={onFollow}>{t('nav.blog')}</Link></li>
      <li><Link href="/about/" onClick={onFollow}>{t('nav.about')}</Link></li>
      <li><Link href="/contact/" onClick={onFollow}>{t('nav.contact')}</Link></li>
    </ul>
  )
}
