import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FailedMails } from '#admin/outbox/failed-mails'
import { setupStateQuery } from '#admin/setup/queries'
import { SetupNotice } from '#admin/setup/setup-notice'
import { accountQuery } from '#auth/queries'
import { MissingEmail } from '#auth/screens/account/missing-email'
import { UserRegion } from '#auth/sessions/user-region'
import { mailQuery } from '#client/mail-query'
import { useWatchedQuery } from '#client/use-watched-query'
import { siteAtom } from '#contract/site'
import { checklistQuery } from '#features/checklist/queries'
import type { Message } from '#features/messages/contract'
import { messagesQuery } from '#features/messages/queries'
import { isIn } from '#features/messages/screens/list/shown-messages'
import { pageContentsQuery } from '#features/pages/editor/editor-queries'
import { subscribersQuery } from '#features/waitlist/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { ChecklistCard } from './checklist/checklist-card'
import { CountCards } from './count-cards'
import { postCountQuery, projectCountQuery } from './counts'
import { DashboardCard, LoadingChart, LoadingRows } from './dashboard-card'
import { FailedBackup, LateChanges } from './notices'
import { PublishedCard } from './published-card'
import { ReadMostCard } from './read-most-card'
import { RecentActivityCard } from './recent-activity-card'
import { Waiting } from './waiting'

const VisitsCard = lazy(() => import('./visits-card').then((card) => ({ default: card.VisitsCard })))

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

function Counts() {
  const t = useText()
  const watched = [
    useWatchedQuery(postCountQuery()),
    useWatchedQuery(projectCountQuery()),
    useWatchedQuery(subscribersQuery()),
    useWatchedQuery(messagesQuery()),
    useWatchedQuery(pageContentsQuery()),
  ]
  return (
    <CountCards
      watched={watched}
      cards={[
        {
          label: t('dashboard.posts'),
          path: adminPaths.blog,
          query: postCountQuery(),
          recent: { kind: 'post' },
        },
        {
          label: t('dashboard.projects'),
          path: adminPaths.projects,
          query: projectCountQuery(),
          recent: { kind: 'project' },
        },
        {
          label: t('dashboard.subscribers'),
          path: adminPaths.waitlist,
          query: subscribersQuery(),
          recent: { of: 'signUps' },
        },
        {
          label: t('dashboard.messages'),
          path: adminPaths.messages,
          query: messagesQuery(),
          recent: { of: 'messages' },
        },
        { label: t('dashboard.pages'), path: adminPaths.content, query: pageContentsQuery() },
      ]}
    />
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
