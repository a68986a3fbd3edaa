import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAtom } from '#contract/site'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'

/** Links to the public site by a full page load, because the two share no styles. */
export function AdminBrand() {
  const t = useText()
  const href = useHref()
  const { name } = useAtomValue(siteAtom)
  return (
    <a className="admin-brand" href={href(sitePaths.home)} aria-label={t('adminNav.toSite', { site: name })}>
      <Brand />
    </a>
  )
}
