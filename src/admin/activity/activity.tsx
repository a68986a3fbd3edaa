import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { peopleQuery } from '#auth/queries'
import { UserRegion } from '#auth/user-region'
import { Button } from '#base/controls/button'
import { EmptyState } from '#base/controls/empty-state'
import { ActivityIcon } from '#base/controls/icons'
import { loadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { Select } from '#base/controls/select'
import { TableSkeleton } from '#base/controls/table-skeleton'
import { deeds } from '#base/events'
import { dateTime } from '#base/i18n/dates'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import type { MessageId } from '#base/i18n/messages'
import { type ActivityEntry, activityKinds } from '#features/activity/contract'
import { type ActivityFilter, activityQueryOf } from '#features/activity/queries'

const atOnce = 50

/** Who changed what, and when. */
export function ActivityScreen() {
  const t = useText()
  const [filter, setFilter] = useState<ActivityFilter>({})
  const { data: people = [] } = useQuery(peopleQuery())
  const choose = (part: keyof ActivityFilter) => (value: string) =>
    setFilter((now) => Object.fromEntries(Object.entries({ ...now, [part]: value }).filter(([, chosen]) => chosen)))
  return (
    <Screen title={t('adminNav.activity')} intro={t('activity.intro')}>
      <div className="activity-filters">
        <Select
          label={t('activity.who')}
          value={filter.user ?? ''}
          onChange={choose('user')}
          options={[
            { value: '', label: t('activity.everybody') },
            ...people.map(({ username }) => ({ value: username, label: username })),
          ]}
        />
        <Select
          label={t('activity.action')}
          value={filter.action ?? ''}
          onChange={choose('action')}
          options={[
            { value: '', label: t('activity.everything') },
            ...deeds.map((deed) => ({ value: deed, label: t(`activity.did.${deed}` as MessageId) })),
          ]}
        />
        <Select
          label={t('activity.kind')}
          value={filter.kind ?? ''}
          onChange={choose('kind')}
          options={[
            { value: '', label: t('activity.everything') },
            ...activityKinds.map((kind) => ({ value: kind, label: t(`activity.of.${kind}`) })),
          ]}
        />
      </div>
      <UserRegion
        key={JSON.stringify(filter)}
        loading={<TableSkeleton label={t('activity.loading')} />}
        failed={loadFailed('activity.failed')}
      >
        <Entries filter={filter} />
      </UserRegion>
    </Screen>
  )
}

/** The newest, and as many pages of older ones as were asked for. */
function Entries({ filter }: { filter: ActivityFilter }) {
  const t = useText()
  const [befores, setBefores] = useState<(number | undefined)[]>([undefined])
  return (
    <div className="kit-stack">
      <ol className="activity-list" aria-label={t('adminNav.activity')}>
        {befores.map((before, index) => (
          <Page
            key={before ?? 0}
            filter={before === undefined ? filter : { ...filter, before: String(before) }}
            isLast={index === befores.length - 1}
            onOlder={(oldest) => setBefores((now) => [...now, oldest])}
          />
        ))}
      </ol>
    </div>
  )
}

type PageProps = { filter: ActivityFilter; isLast: boolean; onOlder: (oldest: number) => void }

function Page({ filter, isLast, onOlder }: PageProps) {
  const t = useText()
  const { data: entries } = useSuspenseQuery(activityQueryOf(filter))
  const oldest = entries.at(-1)
  if (!oldest) {
    return (
      <li>
        {filter.before === undefined ? (
          <EmptyState icon={<ActivityIcon />} title={t('activity.none')} text={t('activity.noneText')} />
        ) : (
          <p className="kit-note">{t('activity.end')}</p>
        )}
      </li>
    )
  }
  return (
    <>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {isLast && entries.length === atOnce && (
        <li className="kit-actions">
          <Button onPress={() => onOlder(oldest.id)}>{t('activity.older')}</Button>
        </li>
      )}
    </>
  )
}

/** These say already what was done to what. */
const spokenOut = new Set<ActivityEntry['action']>([
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'invited',
  'joined',
  'removed',
  'renamed',
  'password-changed',
  'password-reset',
])

function Entry({ entry: { at, user, action, kind, recordId, title, address, device } }: { entry: ActivityEntry }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const isSpokenOut = spokenOut.has(action)
  const named = title || (action === 'invited' ? t('activity.anybody') : isSpokenOut ? null : recordId)
  const name = kind === 'page' && recordId !== null ? t(`page.${recordId}` as MessageId) : named
  return (
    <li className="activity-entry">
      <p>
        <strong>{user?.username ?? t(action === 'sign-in-refused' ? 'activity.somebody' : 'activity.site')}</strong>{' '}
        <span>{t(`activity.did.${action}`)}</span>
        {!isSpokenOut && <span className="activity-kind"> {t(`activity.of.${kind}`)}</span>}
        {name && !(isSpokenOut && name === user?.username) && <span className="activity-title"> {name}</span>}
      </p>
      <p className="kit-note">
        <time dateTime={at}>{dateTime(at, language)}</time>
        {[device, address].filter((part) => part !== '').map((part) => ` · ${part}`)}
      </p>
    </li>
  )
}
