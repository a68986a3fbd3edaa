import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { visitsQuery } from '#features/visits/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { loadFailed, Skeleton } from '#ui/controls/states/states'
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
