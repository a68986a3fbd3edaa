import { useAtomValue } from 'jotai'
import { useText } from '#base/i18n/i18n'
import { siteAtom } from '#base/site'
import { Logo } from '#base/ui/logo'

/** Leads to the public site, by a page load of its own: the two sides share no styles. */
export function AdminBrand() {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  return (
    <a className="admin-brand" href="/" aria-label={t('adminNav.toSite', { site: name })}>
      <Logo />
      <span>{name}</span>
    </a>
  )
}
