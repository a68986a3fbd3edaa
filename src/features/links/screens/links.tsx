import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListDeclaration, type ListFilter, ListRegion, ListTable } from '#auth/lists/admin-list'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { LinkIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { Alert, Progress } from '#ui/controls/states/states'
import { dateTime } from '#i18n/dates'
import { useText, type Translate } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useWatchedQuery } from '#client/use-watched-query'
import { type LinkList, linkStates, type Link } from '../contract'
import { LinkLocations } from './link-locations'

const linksQuery = () => queryOptions<LinkList>({ queryKey: ['/api/links'], staleTime: 0 })

/** Whether a link is external, and therefore checked by a request. */
const isForeign = ({ url }: Pick<Link, 'url'>): boolean => !url.startsWith('/') && new URL(url).host !== location.host

/** The links of published texts, and whether their targets exist. */
export function LinksScreen() {
  const t = useText()
  const { data } = useWatchedQuery(linksQuery())
  return (
    <Screen
      title={t('adminNav.links')}
      intro={t('links.intro')}
      actions={data === undefined || !isUnchecked(data) ? <CheckButton list={data} /> : undefined}
    >
      <ListRegion loading="links.loading" failed="links.failed">
        <Links />
      </ListRegion>
    </Screen>
  )
}

/** Whether there are external links and none was ever checked. */
const isUnchecked = ({ links, running, checkedAt }: LinkList): boolean =>
  checkedAt === null && !running && links.some(isForeign)

function CheckButton({ list }: { list: LinkList | undefined }) {
  const t = useText()
  const { mutate, isPending } = useWrite<unknown>({
    failed: t('links.checkFailed'),
    stale: [linksQuery().queryKey],
  })
  return (
    <Button
      variant="primary"
      isPending={isPending || list?.running === true}
      isDisabled={list === undefined || !list.links.some(isForeign)}
      onPress={() => mutate({ method: 'POST', path: '/api/links/check' })}
    >
      <RefreshIcon />
      {t('links.check')}
    </Button>
  )
}

/** Milliseconds between polls: results arrive by events, but the death of the checking process does not. */
const pollInterval = 5000

function Links() {
  const { data } = useSuspenseQuery({
    ...linksQuery(),
    refetchInterval: ({ state }) => (state.data?.running ? pollInterval : false),
  })
  const rows = useMemo(() => inGroups(data.links), [data])
  const countOf = (view: string) => (view === 'all' ? rows : rows.filter(({ state }) => state === view)).length
  const initial = countOf('broken') > 0 ? 'broken' : 'all'
  return (
    <>
      <Check list={data} />
      <ListTable {...list} rows={rows} filters={[{ ...states, countOf, initial }]} />
    </>
  )
}

/** The progress of the check of external links, the time of the last one, or that there was none. */
function Check({ list: checked }: { list: LinkList }) {
  const t = useText()
  const language = usePageLanguage()
  const { links, running, checkedAt } = checked
  const foreign = links.filter(isForeign)
  if (running) {
    const done = foreign.filter((link) => link.checkedAt !== null && link.checkedAt > (checkedAt ?? ''))
    const [value, max] = [done.length, foreign.length]
    return <Progress label={t('links.running', { done: value, count: max })} value={value} max={max} />
  }
  if (isUnchecked(checked))
    return (
      <Alert variant="info" action={<CheckButton list={checked} />}>
        {t('links.neverChecked')}
      </Alert>
    )
  if (foreign.length === 0 || checkedAt === null) return null
  return <output className="kit-note">{t('links.checkedAt', { at: dateTime(checkedAt, language) })}</output>
}

type Row = Link & { id: string }

const hostOf = ({ url }: Pick<Link, 'url'>): string => new URL(url, location.origin).host

/** By host: those with broken links first, and within each its broken links first. */
function inGroups(links: readonly Link[]): Row[] {
  const hosts = Map.groupBy(links, hostOf)
  const urgency = ({ state }: Link) => (state === 'broken' ? 0 : 1)
  return [...hosts.values()]
    .map((group) => group.toSorted((one, other) => urgency(one) - urgency(other)))
    .toSorted(([one], [other]) => (one ? urgency(one) : 1) - (other ? urgency(other) : 1))
    .flatMap((group) => group.map((link) => ({ ...link, id: link.url })))
}

const states: ListFilter<Row> = {
  name: 'state',
  label: 'links.shown',
  values: ['all', ...linkStates],
  optionOf: (value, { t }) => t(`links.view.${linkStates.find((state) => state === value) ?? 'all'}`),
  matches: ({ state }, value) => value === 'all' || state === value,
}

const list: ListDeclaration<Row> = {
  label: 'adminNav.links',
  empty: { icon: <LinkIcon />, title: 'links.empty', text: 'links.emptyText' },
  none: ({ state }) => ({ icon: <LinkIcon />, title: state === 'broken' ? 'links.noneBroken' : 'links.none' }),
  search: {
    label: 'links.filter',
    textOf: ({ url, foundIn }) => [url, ...foundIn.map(({ title }) => title)].join(' '),
  },
  groupOf: hostOf,
  columns: [
    {
      id: 'url',
      label: 'links.url',
      isTitle: true,
      sort: ({ url }) => url,
      show: ({ url }, { t }) => (
        <a className="kit-address" href={url} target="_blank" rel="noopener noreferrer">
          {url}
          <span className="kit-hidden"> {t('links.newTab')}</span>
        </a>
      ),
    },
    {
      id: 'state',
      label: 'links.state',
      explainsItself: true,
      sort: ({ state }) => linkStates.indexOf(state),
      show: (link, { t }) => <State link={link} t={t} />,
    },
    {
      id: 'foundIn',
      label: 'links.foundIn',
      sort: ({ foundIn }) => foundIn[0]?.title ?? '',
      show: ({ foundIn }) => <LinkLocations places={foundIn} />,
    },
    {
      id: 'checkedAt',
      label: 'links.checked',
      sort: (link) => (isForeign(link) ? (link.checkedAt ?? '') : '9999'),
      show: (link, { t, language }) =>
        isForeign(link) && link.checkedAt === null ? (
          <span className="kit-none" aria-hidden="true">
            –
          </span>
        ) : (
          <span className="kit-whole">
            {link.checkedAt !== null && isForeign(link) ? dateTime(link.checkedAt, language) : t('links.now')}
          </span>
        ),
    },
  ],
}

function State({ link, t }: { link: Link; t: Translate }) {
  const { state, status, checkedAt } = link
  if (state === 'unsure' && status === null && checkedAt === null)
    return <span className="links-unchecked">{t('links.notAsked')}</span>
  return (
    <div className="links-state">
      <span className="edit-badge" data-tone={`link-${state}`}>
        {t(`links.is.${state}`)}
      </span>
      <span className="kit-description">{reasonOf(link, t)}</span>
    </div>
  )
}

/** The reason for a broken or unsure state; empty for a working link. */
function reasonOf({ state, status }: Link, t: Translate): string {
  if (state === 'ok') return ''
  if (status !== null) return t(status === 404 || status === 410 ? 'links.notFound' : 'links.answered', { status })
  return t(state === 'broken' ? 'links.noName' : 'links.noAnswer')
}
