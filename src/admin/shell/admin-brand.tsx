import { useAtomValue } from 'jotai'
import { useText } from '#base/i18n/i18n'
import { sitePaths } from '#base/paths'
import { siteAtom } from '#base/site'
import { Logo } from '#base/ui/logo'
import { useHref } from '#base/use-href'

/** Leads to the public site, by a page load of its own: the two sides share no styles. */
export function AdminBrand() {
  const t = useText()
  const href = useHref()
  const { name } = useAtomValue(siteAtom)
  return (
    <a className="admin-brand" href={href(sitePaths.home)} aria-label={t('adminNav.toSite', { site: name })}>
      <Logo />
      <span>{name}</span>
    </a>
  )
}
