import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { longestMenu } from '#contract/site-values'
import type { SiteAnswer } from '#features/settings/site/contract'
import { siteQuery } from '#features/settings/queries'
import { useText } from '#i18n/i18n'
import type { EditedRecord } from '#records/kind/record'
import { Switch } from '#ui/controls/fields/switch'
import { isInMenu, withoutPage, withPage } from './put-into-menu'

/** Whether a custom page is in the menu, and whether it is the home page: each is a switch that is stored at once. */
export function PlaceOnSite({ page }: { page: EditedRecord }) {
  const t = useText()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { data: site } = useQuery({ ...siteQuery(), staleTime: 0 })
  const put = useMutation({
    networkMode: 'always',
    mutationFn: async (change: (now: SiteAnswer) => Partial<SiteAnswer>) => {
      // Read again, because another window may have changed the site.
      const now = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
      return withSession(() => send<SiteAnswer>('PUT', '/api/site', { body: change(now), version: now.version }))
    },
    onSuccess: (answer) => client.setQueryData(siteQuery().queryKey, answer),
  })
  if (!site) return null
  const isHome = site.home?.page === page.id
  const isListed = isInMenu(site.navigation, page)
  const isFull = !isListed && site.navigation.length >= longestMenu
  return (
    <fieldset className="place-on-site">
      <legend className="kit-label">{t('site.place')}</legend>
      <Switch
        isSelected={isListed}
        isDisabled={isFull || put.isPending}
        onChange={(isWanted) =>
          put.mutate(({ navigation }) => ({
            navigation: isWanted ? withPage(navigation, page) : withoutPage(navigation, page),
          }))
        }
      >
        {t('site.place.menu')}
      </Switch>
      {isFull && <p className="kit-note">{t('site.menu.full', { title: page.title })}</p>}
      {isListed && page.status !== 'published' && <p className="kit-note">{t('site.place.menuLater')}</p>}
      <Switch
        isSelected={isHome}
        isDisabled={put.isPending || (!isHome && page.status !== 'published')}
        onChange={(isWanted) => put.mutate(() => ({ home: isWanted ? { page: page.id } : null }))}
      >
        {t('site.place.home')}
      </Switch>
      <p className="kit-note">
        {t(isHome || page.status === 'published' ? 'site.place.homeHint' : 'site.place.homeLater')}
      </p>
      {put.isError && (
        <p className="kit-error" role="alert">
          {put.error instanceof ApiError ? put.error.text : t('site.failed')}
        </p>
      )}
    </fieldset>
  )
}
