import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { LinkIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Progress } from '#ui/controls/states/progress'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { dateTime } from '#i18n/dates'
import { useText, type Translate } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useWatchedQuery } from '#client/use-watched-query'
import { Segments } from '#editing/segments'
import { type LinkList, linkStates, type Link } from '../contract'
import { linksQuery } from '../queries'
import { LinkLocations } from './link-locations'

/** Whether a link is external, and therefore checked by a request. */
const isForeign = ({ url }: Pick<Link, 'url'>): boolean => !url.startsWith('/') && new URL(url).host !== location.host

/** The links of published texts, and whether their targets exist. */
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
const pollInterval = 5000

const views = ['all', ...linkStates] as const
type View = (typeof views)[number]

function Links() {
  const t = useText()
  const { data } = useSuspenseQuery({
    ...linksQuery(),
    refetchInterval: ({ state }) => (state.data?.running ? pollInterval : false),
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
        <EmptyState icon={<LinkIcon />} title={t(view === 'broken' ? 'links.noneBroken' : 'links.none')} />
      ) : (
        <LinksTable links={shown} />
      )}
    </>
  )
}

/** The progress of the check of external links, or the time of the last one. */
function Check({ list: { links, running, checkedAt } }: { list: LinkList }) {
  const t = useText()
  const language = usePageLanguage()
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

type Row = Link & { id: string }

function LinksTable({ links }: { links: readonly Link[] }) {
  const t = useText()
  const language = usePageLanguage()
  const rows = useMemo(() => links.map((link): Row => ({ ...link, id: link.url })), [links])
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'url',
        label: t('links.url'),
        isRowHeader: true,
        sortValue: ({ url }) => url,
        render: ({ url }) => (
          <a className="kit-address" href={url} target="_blank" rel="noopener noreferrer">
            {url}
            <span className="kit-hidden"> {t('links.newTab')}</span>
          </a>
        ),
      },
      {
        id: 'state',
        label: t('links.state'),
        sortValue: ({ state }) => linkStates.indexOf(state),
        render: (link) => (
          <div className="links-state">
            <span className="edit-badge" data-tone={`link-${link.state}`}>
              {t(`links.is.${link.state}`)}
            </span>
            <p className="links-reason">{reasonOf(link, t)}</p>
          </div>
        ),
      },
      {
        id: 'foundIn',
        label: t('links.foundIn'),
        sortValue: ({ foundIn }) => foundIn[0]?.title ?? '',
        render: ({ foundIn }) => <LinkLocations places={foundIn} />,
      },
      {
        id: 'checkedAt',
        label: t('links.checked'),
        sortValue: (link) => (isForeign(link) ? (link.checkedAt ?? '') : '9999'),
        render: (link) => (
          <span className="kit-whole">
            {!isForeign(link)
              ? t('links.now')
              : link.checkedAt === null
                ? t('links.never')
                : dateTime(link.checkedAt, language)}
          </span>
        ),
      },
    ],
    [t, language],
  )
  return (
    <DataTable
      label={t('adminNav.links')}
      columns={columns}
      rows={rows}
      filterText={({ url, foundIn }) => [url, ...foundIn.map(({ title }) => title)].join(' ')}
      filterLabel={t('links.filter')}
      matches={(count) => t('table.matches', { count })}
    />
  )
}

/** The reason for a broken or unsure state; empty for a working link. */
function reasonOf({ state, status, checkedAt }: Link, t: Translate): string {
  if (state === 'ok') return ''
  if (status !== null) return t(status === 404 || status === 410 ? 'links.notFound' : 'links.answered', { status })
  if (checkedAt === null) return t('links.notAsked')
  return t(state === 'broken' ? 'links.noName' : 'links.noAnswer')
}
