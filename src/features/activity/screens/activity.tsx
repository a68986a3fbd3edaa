import { useQuery } from '@tanstack/react-query'
import { type ListFilter, ListFrame, ListRegion } from '#auth/lists/admin-list'
import { useFilters } from '#editing/lists/list-tools'
import { useDeferredValue } from 'react'
import { Older, useOlder } from '#editing/older'
import { peopleQuery } from '#auth/queries'
import { DateTime } from '#i18n/date-time'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { EmptyState } from '#ui/controls/states/states'
import { ActivityIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { activityActions } from '#platform/events/events'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { type ActivityEntry, activityKinds } from '../contract'
import { type ActivityFilter, activityQueryOf } from '../queries'
import { type ActivityGroup, ActivitySentence, deletedIn, groupEntries } from './group-entries'

/** Who changed what, and when. */
export function ActivityScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.activity')} intro={t('activity.intro')}>
      <ListRegion loading="activity.loading" failed="activity.failed">
        <Activity />
      </ListRegion>
    </Screen>
  )
}

function Activity() {
  const { data: people = [] } = useQuery(peopleQuery())
  const filters = filtersOf(people.map(({ username }) => username))
  const { values, clear } = useFilters(filters)
  const chosen = Object.entries(values).filter(([, value]) => value !== '')
  const asked = JSON.stringify(Object.fromEntries(chosen))
  return (
    <div className="kit-stack">
      <ListFrame label="adminNav.activity" columns={[]} filters={filters}>
        {() => (
          <ListRegion loading="activity.loading" failed="activity.failed" asked={asked}>
            <Entries asked={asked} onClear={chosen.length > 0 ? clear : undefined} />
          </ListRegion>
        )}
      </ListFrame>
    </div>
  )
}

const filtersOf = (names: readonly string[]): ListFilter<ActivityEntry>[] => [
  {
    name: 'user',
    label: 'activity.who',
    isSelect: true,
    values: ['', ...names],
    // A name in the URL is known before the people are loaded.
    isOpen: names.length === 0,
    optionOf: (value, { t }) => value || t('activity.everybody'),
  },
  {
    name: 'action',
    label: 'activity.action',
    isSelect: true,
    values: ['', ...activityActions],
    optionOf: (value, { t }) => t(value === '' ? 'activity.everything' : (`activity.did.${value}` as MessageId)),
  },
  {
    name: 'kind',
    label: 'activity.kind',
    isSelect: true,
    values: ['', ...activityKinds],
    optionOf: (value, { t }) => t(value === '' ? 'activity.everything' : (`activity.of.${value}` as MessageId)),
  },
]

type EntriesProps = {
  /** The chosen filters, as JSON. */
  asked: string
  /** Absent without filters. */
  onClear: (() => void) | undefined
}

/** The newest entries that the filters leave, and the older ones loaded so far. */
function Entries({ asked, onClear }: EntriesProps) {
  const t = useText()
  const filter = useDeferredValue(asked)
  const list = useOlder((part) => activityQueryOf({ ...(JSON.parse(filter) as ActivityFilter), ...part }))
  const entries = list.rows
  const isGone = deletedIn(entries)
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState
          icon={<ActivityIcon />}
          title={t('activity.none')}
          text={t('activity.noneText')}
          action={
            onClear && (
              <Button
                onPress={() => {
                  onClear()
                  rescueFocus()
                }}
              >
                {t('activity.clear')}
              </Button>
            )
          }
        />
      ) : (
        <ol className="activity-list" aria-label={t('adminNav.activity')}>
          {groupEntries(entries).map((group) => (
            <Entry key={group.newest.id} group={group} isGone={isGone(group.newest)} />
          ))}
        </ol>
      )}
      <Older list={list} failed="activity.failed" />
    </>
  )
}

/** An entry: who did what to which record, how often, when and from where. */
function Entry({ group, isGone }: { group: ActivityGroup; isGone: boolean }) {
  const { at, address, device } = group.newest
  return (
    <li className="activity-entry">
      <ActivitySentence group={group} isGone={isGone} />
      <p className="kit-note">
        <DateTime at={at} />
        {[device, address].filter((part) => part !== '').map((part) => ` · ${part}`)}
      </p>
    </li>
  )
}
