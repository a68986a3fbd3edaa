import { useSuspenseQuery } from '@tanstack/react-query'
import { activityQueryOf } from '#features/activity/queries'
import { ActivitySentence } from '#features/activity/screens/activity-sentence'
import { deletedIn, groupEntries } from '#features/activity/screens/group-entries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { RelativeTime } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import { DashboardCard, LoadingRows } from './dashboard-card'

const mostListed = 5
/** Enough for the rows, because sessions are left out and repetitions are one row. */
const limit = '40'

/** Who did what last. */
export function RecentActivityCard() {
  const t = useText()
  return (
    <DashboardCard
      name="activity"
      title={t('dashboard.recentActivity')}
      all={{ href: href(adminPaths.activity), label: t('dashboard.allActivity') }}
      loading={<LoadingRows count={mostListed} />}
    >
      <Entries />
    </DashboardCard>
  )
}

function Entries() {
  const t = useText()
  const { data: entries } = useSuspenseQuery(activityQueryOf({ limit }))
  const isGone = deletedIn(entries)
  const groups = groupEntries(entries.filter(({ kind }) => kind !== 'session')).slice(0, mostListed)
  if (groups.length === 0) return <p className="kit-note">{t('dashboard.noActivity')}</p>
  return (
    <ol className="dash-rows dash-activity">
      {groups.map((group) => (
        <li key={group.newest.id}>
          <ActivitySentence group={group} isGone={isGone(group.newest)} />
          <span className="dash-figure">
            <RelativeTime at={group.newest.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
