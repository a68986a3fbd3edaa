import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { LinkIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Progress } from '#ui/controls/states/progress'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { useWatchedQuery } from '#client/use-watched-query'
import { Segments } from '#editing/segments'
import { type LinkList, linkStates } from '#features/links/contract'
import { linksQuery } from '#features/links/queries'
import { LinksTable } from './links-table'
import { isForeign } from './own-links'

/** Where published texts lead, and what was found there. */
export function LinksScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.links')} intro={t('links.intro')} actions={<CheckButton />}>
      <UserRegion loading={<TableSkeleton label={t('links.loading')} />} failed={loadFailed('links.failed')}>
        <Links />
      </UserRegion>
    </Screen>
  )
}

function CheckButton() {
  const t = useText()
  const { data } = useWatchedQuery(linksQuery())
  const { mutate, isPending } = useWrite<unknown>({
    failed: t('links.checkFailed'),
    stale: [linksQuery().queryKey],
    onDone: () => {},
  })
  return (
    <Button
      variant="primary"
      isPending={isPending || data?.running === true}
      isDisabled={data === undefined || !data.links.some(isForeign)}
      onPress={() => mutate({ method: 'POST', path: '/api/links/check' })}
    >
      <RefreshIcon />
      {t('links.check')}
    </Button>
  )
}

/** Milliseconds between polls: results arrive by events, but the death of the checking process does not. */
const glance = 5000

const views = ['all', ...linkStates] as const
type View = (typeof views)[number]

function Links() {
  const t = useText()
  const { data } = useSuspenseQuery({
    ...linksQuery(),
    refetchInterval: ({ state }) => (state.data?.running ? glance : false),
  })
  const { links } = data
  const ofView = (view: View) => (view === 'all' ? links : links.filter(({ state }) => state === view))
  const [view, setView] = useState<View>(() => (ofView('broken').length > 0 ? 'broken' : 'all'))
  const shown = ofView(view)
  if (links.length === 0) return <EmptyState icon={<LinkIcon />} title={t('links.empty')} text={t('links.emptyText')} />
  return (
    <>
      <Check list={data} />
      <div className="edit-views">
        <Segments
          label={t('links.shown')}
          selected={view}
          onSelect={setView}
          options={views.map((id) => ({
            id,
            label: (
              <>
                {t(`links.view.${id}`)} <span className="links-count">{ofView(id).length}</span>
              </>
            ),
          }))}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t(view === 'broken' ? 'links.noneBroken' : 'links.none')} />
      ) : (
        <LinksTable links={shown} />
      )}
    </>
  )
}

/** How far the check of other sites is, or when it was done last. */
function Check({ list: { links, running, checkedAt } }: { list: LinkList }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const foreign = links.filter(isForeign)
  if (running) {
    const done = foreign.filter((link) => link.checkedAt !== null && link.checkedAt > (checkedAt ?? ''))
    const [value, max] = [done.length, foreign.length]
    return <Progress label={t('links.running', { done: value, count: max })} value={value} max={max} />
  }
  if (foreign.length === 0) return null
  return (
    <output className="kit-note">
      {checkedAt === null ? t('links.neverChecked') : t('links.checkedAt', { at: dateTime(checkedAt, language) })}
    </output>
  )
}
