import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { editorAddress, recordKindOf } from '#features/kinds'
import type { KindOverview, OverviewRecord } from '#features/overview/contract'
import { overviewQuery } from '#features/overview/queries'
import { visitsQuery } from '#features/visits/queries'
import { addressesOf, viewsOf } from '#features/visits/screens/record-views'
import { DateTime, ShortDate } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { Link } from '#ui/link'
import { DashboardCard } from './dashboard-card'

/** The records of each list. */
const mostListed = 3

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
  const scheduled = listed('scheduled').toSorted(byDate).slice(0, mostListed)
  const published = listed('published').toSorted(byDate).toReversed().slice(0, mostListed)
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
