import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { FailedMails, SetupNotice } from '#admin/dashboard/waiting'
import { setupStateQuery } from '#admin/setup/queries'
import { accountQuery } from '#auth/queries'
import { MissingEmail } from '#auth/screens/account/missing-email'
import { UserRegion } from '#auth/sessions/user-region'
import { mailQuery } from '#client/mail-query'
import { useWatchedQuery } from '#client/use-watched-query'
import { siteAtom } from '#contract/site'
import { checklistQuery } from '#features/checklist/queries'
import type { Message } from '#features/messages/contract'
import { messagesQuery, messageDaysQuery } from '#features/messages/queries'
import { isIn } from '#features/messages/screens/list/shown-messages'
import { pageContentsQuery } from '#features/page-contents/editor/editor-queries'
import { subscribersQuery, signUpDaysQuery } from '#features/waitlist/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { Screen } from '#ui/controls/screen'
import { ChecklistCard } from './checklist-card'
import { type QueryKey, type QueryMeta, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { overviewQuery } from '#features/overview/queries'
import { href } from '#i18n/addresses/href'
import { usePageLanguage } from '#i18n/language-atom'
import { isRecord } from '#text/parse-json'
import { LinkButton } from '#ui/controls/buttons/button'
import { Alert, LoadFailed, Skeleton } from '#ui/controls/states/states'
import { late } from '#ui/late'
import { Link } from '#ui/link'
import { postCountQuery, projectCountQuery, Waiting } from './waiting'
import { DashboardCard, LoadingChart, LoadingRows, PublishedCard, ReadMostCard } from './cards'
import { failedLast, backupsQuery } from '#admin/system/queries'
import { siteStatusQuery } from '#contract/site-status'
import { activityQueryOf } from '#features/activity/queries'
import { ActivitySentence, deletedIn, groupEntries } from '#features/activity/screens/group-entries'
import { RelativeTime } from '#i18n/date-time'

const mostListed = 5
/** Enough for the rows, because sessions are left out and repetitions are one row. */
const limit = '40'

/** Who did what last. */
function RecentActivityCard() {
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

const VisitsCard = late(async () => (await import('./visits-card')).VisitsCard)

export function DashboardScreen() {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const isWaiting = useIsWaiting()
  return (
    <Screen title={t('adminNav.dashboard')} intro={t('dashboard.welcome', { site: name })} isWide>
      <div className="dash-notices" data-waiting={isWaiting || undefined}>
        {isWaiting && <LoadingRows count={8} />}
        <UserRegion loading={null} failed={() => null}>
          <SetupNotice />
          <FailedMails />
          <LateChanges />
          <FailedBackup />
          <MissingEmail isElsewhere />
        </UserRegion>
      </div>
      <Counts />
      <UserRegion loading={null} failed={() => null}>
        <ChecklistCard />
      </UserRegion>
      <div className="dash">
        <div className="dash-grid">
          <Suspense fallback={<LoadingVisits />}>
            <VisitsCard />
          </Suspense>
          <WaitingCard />
          <PublishedCard />
          <ReadMostCard />
          <RecentActivityCard />
        </div>
      </div>
    </Screen>
  )
}

/** Milliseconds that the cards wait for what stands above them. */
const longestWait = 700

/** Whether it is unknown which notices and tasks there are above the cards, and it is worth waiting for them. */
function useIsWaiting(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), longestWait)
    return () => clearTimeout(timer)
  }, [])
  const asked = [
    useWatchedQuery(setupStateQuery()),
    useWatchedQuery(mailQuery()),
    useWatchedQuery(accountQuery()),
    useWatchedQuery(checklistQuery()),
  ]
  return !isLate && asked.some(({ isPending, failureCount }) => isPending && failureCount === 0)
}

/** In the shape of the card, whose chart is loaded with it. */
function LoadingVisits() {
  const t = useText()
  return (
    <DashboardCard name="visits" title={t('dashboard.lastDays')}>
      <LoadingChart />
    </DashboardCard>
  )
}

/** What was added in the last 30 days. */
type Recent = { kind: 'post' | 'project' } | { of: 'signUps' | 'messages' }

type CountCardProps = {
  label: MessageId
  path: string
  query: { queryKey: QueryKey; meta?: QueryMeta }
  recent?: Recent
}

const countCards: CountCardProps[] = [
  { label: 'dashboard.posts', path: adminPaths.blog, query: postCountQuery(), recent: { kind: 'post' } },
  { label: 'dashboard.projects', path: adminPaths.projects, query: projectCountQuery(), recent: { kind: 'project' } },
  { label: 'dashboard.subscribers', path: adminPaths.waitlist, query: subscribersQuery(), recent: { of: 'signUps' } },
  { label: 'dashboard.messages', path: adminPaths.messages, query: messagesQuery(), recent: { of: 'messages' } },
  { label: 'dashboard.pages', path: adminPaths.content, query: pageContentsQuery() },
]

/** Each card loads on its own; all failed queries share one error message and are retried together. */
function Counts() {
  const t = useText()
  const [round, setRound] = useState(0)
  const watched = useQueries({ queries: countCards.map(({ query }) => ({ ...query, enabled: false })) })
  const failed = watched.filter(({ isError }) => isError)
  const retry = async () => {
    await Promise.all(failed.map((query) => query.refetch()))
    setRound(round + 1)
  }
  return (
    <>
      {failed.length > 0 && <LoadFailed text="dashboard.failed" onRetry={() => void retry()} />}
      <section aria-label={t('dashboard.counts')}>
        <ul className="admin-counts" key={round}>
          {countCards.map((card) => (
            <CountCard key={card.path} {...card} />
          ))}
        </ul>
      </section>
    </>
  )
}

function WaitingCard() {
  const t = useText()
  const { data: messages } = useWatchedQuery(messagesQuery())
  const { data: pages } = useWatchedQuery(pageContentsQuery())
  return (
    <DashboardCard name="waiting" title={t('dashboard.waiting')}>
      <Waiting unread={listIn(messages)?.filter(isNew).length} hasPages={listIn(pages)?.some(() => true)} />
    </DashboardCard>
  )
}

/** Undefined for a response that is not a list, whose card shows 0. */
const listIn = <Row,>(answer: Row[] | undefined) => (Array.isArray(answer) ? answer : undefined)

/** Same count as the badge: archived messages are excluded. */
const isNew = (message: Message) => !message.read && isIn('inbox')(message)

/** Warns that visitors see changes late, and why. */
function LateChanges() {
  const t = useText()
  const { data: status } = useQuery(siteStatusQuery())
  if (!status || status.listenError === null) return null
  return (
    <Alert variant="danger" title={t('dashboard.deaf')}>
      {t('dashboard.deafText', { reason: status.listenError })}
    </Alert>
  )
}

/** Warns that the last backup has failed, and why. */
export function FailedBackup() {
  const t = useText()
  const { data: backups = [] } = useQuery(backupsQuery())
  const failed = failedLast(backups)
  if (!failed) return null
  return (
    <Alert
      variant="danger"
      title={t('backups.lastFailed')}
      action={<LinkButton href={`${href(adminPaths.system)}#backups`}>{t('backups.open')}</LinkButton>}
    >
      {failed.error}
    </Alert>
  )
}

/** A count: the length of a list or a number; 0 if it is neither or failed to load. */
function CountCard({ label, path, query, recent }: CountCardProps) {
  const t = useText()
  const loading = (
    <Figure isBusy>
      <Skeleton shape="figure" />
      <span className="kit-hidden">{t('dashboard.loading')}</span>
    </Figure>
  )
  return (
    <li className="admin-count">
      <h2>
        <Link href={href(path)}>{t(label)}</Link>
      </h2>
      <UserRegion loading={loading} failed={<Figure>0</Figure>}>
        <Count query={query} />
        {recent && <Added recent={recent} />}
      </UserRegion>
    </li>
  )
}

function Count({ query: { queryKey, meta } }: Pick<CountCardProps, 'query'>) {
  const language = usePageLanguage()
  const { data } = useSuspenseQuery<unknown>({ queryKey, meta })
  return <Figure>{new Intl.NumberFormat(language).format(countIn(data))}</Figure>
}

function countIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  return isRecord(answer) && Array.isArray(answer.rows) ? Number(answer.total) : 0
}

function Figure({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <p className="admin-count-figure" aria-busy={isBusy}>
      {children}
    </p>
  )
}

/** How many were added in the last 30 days; nothing while that is unknown, or if there were none. */
function Added({ recent }: { recent: Recent }) {
  return 'kind' in recent ? <AddedRecords kind={recent.kind} /> : <AddedOf of={recent.of} />
}

function AddedRecords({ kind }: { kind: 'post' | 'project' }) {
  const { data: overview = [] } = useQuery(overviewQuery())
  return <Plus count={overview.find((one) => one.kind === kind)?.recent} />
}

function AddedOf({ of }: { of: 'signUps' | 'messages' }) {
  const { data } = useQuery(of === 'signUps' ? signUpDaysQuery() : messageDaysQuery())
  return <Plus count={data?.total} />
}

function Plus({ count = 0 }: { count?: number }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage(), { signDisplay: 'exceptZero' })
  if (count === 0) return null
  return (
    <span className="admin-count-added">
      {number.format(count)} <span>{t('dashboard.added')}</span>
    </span>
  )
}
