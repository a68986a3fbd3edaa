import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState, useId } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { siteAtom } from '#contract/site'
import { messageDaysQuery } from '#features/messages/queries'
import { visitsQuery } from '#features/visits/queries'
import { Chart, EmptyChart, LineChart, useMoments } from '#features/visits/screens/line-chart'
import { Tally, Totals } from '#features/visits/screens/totals'
import { signUpDaysQuery } from '#features/waitlist/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { loadFailed, Skeleton } from '#ui/controls/states/states'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { Link } from '#ui/link'
import { otherKey } from '#features/visits/contract'
import { editorAddress, recordKindOf } from '#features/kinds'
import type { KindOverview, OverviewRecord } from '#features/overview/contract'
import { overviewQuery } from '#features/overview/queries'
import { addressesOf, viewsOf } from '#features/visits/screens/record-views'
import { DateTime, ShortDate } from '#i18n/date-time'
import { translated } from '#i18n/translated'

type DashboardCardProps = {
  /** Its place in the grid. */
  name: string
  title: string
  /** Where all of it is. */
  all?: { href: string; label: string }
  loading?: ReactNode
  children: ReactNode
}

/** A card of the dashboard, which loads and fails on its own. */
export function DashboardCard({ name, title, all, loading = <LoadingRows />, children }: DashboardCardProps) {
  const id = useId()
  return (
    <section className="admin-panel dash-card" data-card={name} aria-labelledby={id}>
      <header className="dash-head">
        <h2 id={id}>{title}</h2>
        {all && <Link href={all.href}>{all.label}</Link>}
      </header>
      <UserRegion loading={loading} failed={loadFailed('dashboard.cardFailed')}>
        {children}
      </UserRegion>
    </section>
  )
}

/** The placeholder of rows with one line and a note. */
export function LoadingRows({ count = 3 }: { count?: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="dash-loading-row">
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </Loading>
  )
}

/** The placeholder of figures above a chart. */
export function LoadingChart() {
  return (
    <Loading>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </Loading>
  )
}

function Loading({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className="dash-loading" aria-busy="true">
      <span className="kit-hidden">{t('dashboard.loadingCard')}</span>
      {children}
    </div>
  )
}

/** The records of each list. */
const mostPublished = 3

/** What is published next, and what was published last, with its views. */
export function PublishedCard() {
  const t = useText()
  return (
    <DashboardCard name="published" title={t('dashboard.published')}>
      <Records />
    </DashboardCard>
  )
}

type Listed = { kind: KindOverview['kind']; record: OverviewRecord }

function Records() {
  const t = useText()
  const { data: overview } = useSuspenseQuery(overviewQuery())
  const listed = (status: 'scheduled' | 'published'): Listed[] =>
    overview.flatMap((one) => one[status].records.map((record) => ({ kind: one.kind, record })))
  const scheduled = listed('scheduled').toSorted(byDate).slice(0, mostPublished)
  const published = listed('published').toSorted(byDate).toReversed().slice(0, mostPublished)
  if (scheduled.length + published.length === 0) return <p className="kit-note">{t('dashboard.nothingPublished')}</p>
  return (
    <>
      {scheduled.length > 0 && (
        <>
          <h3 className="dash-part">{t('dashboard.comesNext')}</h3>
          <List records={scheduled} />
        </>
      )}
      {published.length > 0 && (
        <>
          {scheduled.length > 0 && <h3 className="dash-part">{t('dashboard.publishedLast')}</h3>}
          <List records={published} areSeen />
        </>
      )}
    </>
  )
}

const byDate = ({ record: a }: Listed, { record: b }: Listed) =>
  Date.parse(a.publishedAt ?? '') - Date.parse(b.publishedAt ?? '')

function List({ records, areSeen = false }: { records: readonly Listed[]; areSeen?: boolean }) {
  const t = useText()
  const language = usePageLanguage()
  const Time = areSeen ? ShortDate : DateTime
  return (
    <ul className="dash-rows">
      {records.map(({ kind, record }) => (
        <li key={`${kind} ${record.id}`}>
          <p>
            <Link href={editorAddress(kind, record.id) ?? ''}>
              {translated(record, record.translations, language).title}
            </Link>
            <span className="kit-note">
              {t(`media.kind.${kind}`)} · {record.publishedAt !== null && <Time at={record.publishedAt} />}
            </span>
          </p>
          {areSeen && <Views kind={kind} record={record} />}
        </li>
      ))}
    </ul>
  )
}

/** The views in 30 days; nothing while they are unknown. */
function Views({ kind: name, record }: Listed) {
  const t = useText()
  const { data: visits } = useQuery({ ...visitsQuery(), staleTime: 60_000 })
  const kind = recordKindOf(name)
  const views = visits && kind && visits.total.views > 0 ? viewsOf(visits, addressesOf(kind, record)) : undefined
  if (views === undefined) return null
  return <span className="dash-figure">{t('dashboard.views', { count: views })}</span>
}

const mostListed = 5

/** The pages with the most views of the last 30 days. */
export function ReadMostCard() {
  const t = useText()
  return (
    <DashboardCard name="read" title={t('dashboard.readMost')} loading={<LoadingRows count={mostListed} />}>
      <Pages />
    </DashboardCard>
  )
}

function Pages() {
  const t = useText()
  const { data: visits } = useSuspenseQuery({ ...visitsQuery(), staleTime: 60_000 })
  const number = new Intl.NumberFormat(usePageLanguage())
  const pages = visits.pages.filter(({ key }) => key !== otherKey).slice(0, mostListed)
  const most = Math.max(1, ...pages.map(({ views }) => views))
  if (pages.length === 0) return <p className="kit-note">{t('dashboard.nothingRead')}</p>
  return (
    <ol className="dash-rows dash-bars">
      {pages.map(({ key: path, views }) => (
        <li key={path}>
          <svg className="visits-bar" aria-hidden="true">
            <rect width={`${(views / most) * 100}%`} height="100%" />
          </svg>
          <Link href={`${href(adminPaths.visits)}?${new URLSearchParams({ path })}`}>{path}</Link>
          <span className="dash-figure">
            {number.format(views)}
            <span className="kit-hidden"> {t('visits.views')}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const height = 152

const paths = { visits: adminPaths.visits, signUps: adminPaths.waitlist, messages: adminPaths.messages }

type Shown = keyof typeof paths

/** The last 30 days beside the 30 days before: visits, sign-ups or messages. Each is read when it is shown. */
export function VisitsCard() {
  const t = useText()
  const [shown, setShown] = useState<Shown>('visits')
  const { signUp } = useAtomValue(siteAtom)
  const noSignUps = t(signUp === 'off' ? 'dashboard.signUpsOff' : 'dashboard.noSignUps')
  const panels: { id: Shown; content: ReactNode }[] = [
    { id: 'visits', content: <Visits /> },
    {
      id: 'signUps',
      content: <Days query={signUpDaysQuery()} what="signUps" empty={noSignUps} />,
    },
    {
      id: 'messages',
      content: <Days query={messageDaysQuery()} what="messages" empty={t('dashboard.noMessages')} />,
    },
  ]
  return (
    <section className="admin-panel dash-card dash-visits" data-card="visits" aria-labelledby="dash-visits">
      <header className="dash-head">
        <h2 id="dash-visits">{t('dashboard.lastDays')}</h2>
        <Link href={href(paths[shown])}>{t(`dashboard.all.${shown}`)}</Link>
      </header>
      <TabbedPanels
        label={t('dashboard.lastDays')}
        selected={shown}
        onSelect={setShown}
        tabs={panels.map(({ id, content }) => ({
          id,
          label: t(`dashboard.tab.${id}`),
          content: (
            <div className="dash-figures">
              <UserRegion loading={<LoadingChart />} failed={loadFailed('dashboard.cardFailed')}>
                {content}
              </UserRegion>
            </div>
          ),
        }))}
      />
    </section>
  )
}

function Visits() {
  const t = useText()
  const { data: visits } = useSuspenseQuery({ ...visitsQuery(), staleTime: 60_000 })
  const number = new Intl.NumberFormat(usePageLanguage())
  if (visits.total.views === 0 && visits.previous.views === 0)
    return <EmptyChart title={t('dashboard.noVisits')} text={t('dashboard.notCounted')} />
  return (
    <>
      <Totals visits={visits}>
        <div>
          <dt>{t('visits.today')}</dt>
          <dd>{number.format(visits.series.at(-1)?.views ?? 0)}</dd>
        </div>
      </Totals>
      <Chart series={visits.series} before={visits.before} height={height} />
    </>
  )
}

type DaysProps = {
  query: ReturnType<typeof signUpDaysQuery>
  what: 'signUps' | 'messages'
  empty: string
}

function Days({ query, what, empty }: DaysProps) {
  const t = useText()
  const { name } = useMoments()
  const { data } = useSuspenseQuery(query)
  const { total, previous, series, before } = data
  if (total === 0 && previous === 0) return <EmptyChart title={empty} />
  const counts = series.map(({ count }) => count)
  return (
    <>
      <dl className="admin-tally">
        <Tally label={t(`dashboard.tab.${what}`)} now={total} before={previous} />
      </dl>
      <LineChart
        label={t(`dashboard.chart.${what}`)}
        dates={series.map(({ date }) => date)}
        lines={[
          { id: 'now', name: t(`dashboard.tab.${what}`), values: counts },
          { id: 'before', name: t('visits.earlier'), values: before.map(({ count }) => count) },
        ]}
        describe={(at, nameOf = name) =>
          t(`dashboard.told.${what}`, { date: nameOf(series[at]!.date), count: counts[at]! })
        }
        height={height}
      />
    </>
  )
}
