import { useAtomValue, useAtom } from 'jotai'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAtom, type Site } from '#contract/site'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SiteBrand } from '#contract/site-values'

/** The style sheet of the accent, which the server has put into the head. */
const accentLink = () => document.querySelector<HTMLLinkElement>('#accent')

const brandOf = ({ name, logo }: Site): SiteBrand => ({
  name,
  logo: logo ?? null,
  accent: accentLink()?.getAttribute('href') ?? null,
})

/** Keeps name, logo and accent of the admin as the site's: a change in any window refetches them. */
export function useBrand(): void {
  const [site, setSite] = useAtom(siteAtom)
  const { data } = useQuery(
    queryOptions<SiteBrand>({
      queryKey: ['/api/site/brand'],
      initialData: () => brandOf(site),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  useEffect(() => {
    if (JSON.stringify(brandOf(site)) === JSON.stringify(data)) return
    setSite({ ...site, name: data.name, logo: data.logo ?? undefined })
    showAccent(data.accent)
    // oxlint-disable-next-line react/exhaustive-deps -- the atom follows the data
  }, [data])
}

/** The old one stays until the new one is loaded, so that nothing flashes. */
function showAccent(href: string | null): void {
  const old = accentLink()
  if (href === null || old?.getAttribute('href') === href) {
    if (href === null) old?.remove()
    return
  }
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, id: 'accent' })
  link.addEventListener('load', () => old?.remove())
  document.head.append(link)
  if (old) old.id = ''
}

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
