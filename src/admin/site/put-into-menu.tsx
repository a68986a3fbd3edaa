import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { sentenceOf } from '#auth/sessions/session'
import { send } from '#client/api-error'
import type { MenuEntry } from '#contract/site'
import { longestLabel, longestMenu } from '#contract/site-values'
import type { SiteAnswer } from '#features/settings/site/contract'
import { siteQuery } from '#features/settings/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage } from '#i18n/language'
import type { EditedRecord } from '#records/kind/record'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/states'
import { Switch } from '#ui/controls/fields/choice'

/** The site's settings, and a change of them that is stored at once. */
function useSite() {
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
  return { site, put }
}

type PutIntoMenuProps = { page: EditedRecord; onDone: () => void }

/** Offers to add a newly published page to the site's menu, if it is not in it yet. */
export function PutIntoMenu({ page, onDone }: PutIntoMenuProps) {
  const t = useText()
  const { site, put } = useSite()
  if (!site) return null
  const { title } = page
  if (put.isSuccess)
    return (
      <Alert
        variant="success"
        action={
          <div className="edit-row">
            <ChangeMenu />
            <Button variant="quiet" onPress={onDone}>
              {t('site.texts.close')}
            </Button>
          </div>
        }
      >
        {t('site.menu.added', { title })}
      </Alert>
    )
  if (isInMenu(site.navigation, page)) return null
  const isFull = site.navigation.length >= longestMenu
  return (
    <Alert
      variant={put.isError ? 'danger' : 'info'}
      action={
        <div className="edit-row">
          {isFull ? (
            <ChangeMenu />
          ) : (
            <Button variant="primary" isPending={put.isPending} onPress={() => put.mutate(adding(page))}>
              {t('site.menu.add')}
            </Button>
          )}
          <Button variant="quiet" onPress={onDone}>
            {t('site.menu.close')}
          </Button>
        </div>
      }
    >
      {t(put.isError ? 'site.menu.failed' : isFull ? 'site.menu.full' : 'site.menu.offer', { title })}
    </Alert>
  )
}

function ChangeMenu() {
  const t = useText()
  return (
    <LinkButton variant="quiet" href={`${adminPaths.site}?part=navigation`}>
      {t('site.menu.change')}
    </LinkButton>
  )
}

type Navigation = SiteAnswer['navigation']
type Page = Pick<EditedRecord, 'title' | 'slug' | 'translations'>

const leadsTo = ({ href }: { href: string }, { slug }: Page) => href === `/${slug}/`

const isInMenu = (navigation: Navigation, page: Page) =>
  navigation.some((entry) => [entry, ...entry.children].some((link) => leadsTo(link, page)))

/** Children of its entry move up. */
const removing =
  (page: Page) =>
  ({ navigation }: SiteAnswer) => ({
    navigation: navigation.flatMap((entry) => {
      const children = entry.children.filter((child) => !leadsTo(child, page))
      return leadsTo(entry, page) ? children.map((child) => ({ ...child, children: [] })) : [{ ...entry, children }]
    }),
  })

const adding =
  (page: Page) =>
  ({ navigation }: SiteAnswer) => ({ navigation: [...navigation, entryOf(page)] })

function entryOf({ title, slug, translations }: Page): MenuEntry {
  const texts = translations as Partial<Record<string, { title?: string }>>
  return {
    label: byLanguage((language) => shortened(language === defaultLanguage ? title : (texts[language]?.title ?? ''))),
    href: `/${slug}/`,
    children: [],
  }
}

const shortened = (text: string) => [...text].slice(0, longestLabel).join('')

/** Whether a custom page is in the menu, and whether it is the home page: each is a switch that is stored at once. */
export function PlaceOnSite({ page }: { page: EditedRecord }) {
  const t = useText()
  const { site, put } = useSite()
  if (!site) return null
  const isHome = site.home?.page === page.id
  const isListed = isInMenu(site.navigation, page)
  const isFull = !isListed && site.navigation.length >= longestMenu
  // A disabled switch would lose the focus.
  const change = (wanted: Parameters<typeof put.mutate>[0]) => {
    if (!put.isPending) put.mutate(wanted)
  }
  return (
    <fieldset className="place-on-site">
      <legend className="kit-label">{t('site.place')}</legend>
      <Switch
        isSelected={isListed}
        isDisabled={isFull}
        onChange={(isWanted) => change(isWanted ? adding(page) : removing(page))}
      >
        {t('site.place.menu')}
      </Switch>
      {isFull && <p className="kit-note">{t('site.menu.full', { title: page.title })}</p>}
      {isListed && page.status !== 'published' && <p className="kit-note">{t('site.place.menuLater')}</p>}
      <Switch
        isSelected={isHome}
        isDisabled={!isHome && page.status !== 'published'}
        onChange={(isWanted) => change(() => ({ home: isWanted ? { page: page.id } : null }))}
      >
        {t('site.place.home')}
      </Switch>
      <p className="kit-note">
        {t(isHome || page.status === 'published' ? 'site.place.homeHint' : 'site.place.homeLater')}
      </p>
      {put.isError && (
        <p className="kit-error" role="alert">
          {sentenceOf(put.error, t('site.failed'))}
        </p>
      )}
    </fieldset>
  )
}
