import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserRegion } from '#auth/sessions/user-region'
import { siteQuery } from '#features/settings/queries'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { fetchPictures } from './fetch-pictures'
import { SiteForm } from './site-form'
import { loadedSite } from './site-values'

/** The site's name, look, menus and texts. */
export function SiteScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.appearance')} intro={t('site.intro')} isWide>
      <UserRegion loading={<TableSkeleton label={t('site.loading')} />} failed={loadFailed('site.loadFailed')}>
        <Site />
      </UserRegion>
    </Screen>
  )
}

function Site() {
  const client = useQueryClient()
  const { data: loaded } = useSuspenseQuery(
    queryOptions({
      queryKey: ['site form'],
      queryFn: async () => {
        const site = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
        return loadedSite(site, await fetchPictures(client, site))
      },
      // Never refetched while editing; conflicts are merged when saving.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  )
  return <SiteForm loaded={loaded} />
}
