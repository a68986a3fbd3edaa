import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useWatchedQuery } from '#client/use-watched-query'
import { siteAtom } from '#contract/site'
import type { Message } from '#features/messages/contract'
import { messagesQuery } from '#features/messages/queries'
import { pagesQuery } from '#features/pages/editor/editor-queries'
import { subscribersQuery } from '#features/waitlist/queries'
import { MissingEmail } from '#admin/account/missing-email'
import { isIn } from '#admin/messages/list/shown-messages'
import { FailedMails } from '#admin/outbox/failed-mails'
import { Checklist } from './checklist/checklist'
import { CountCard, type CountCardProps } from './count-card'
import { postCountQuery, projectCountQuery } from './counts'
import { Deafness } from './deafness'
import { FailedBackup } from './failed-backup'
import { Waiting } from './waiting'

const VisitsPanel = lazy(() => import('#admin/numbers/visits-panel').then((panel) => ({ default: panel.VisitsPanel })))

export function DashboardScreen() {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const messages = useWatchedQuery(messagesQuery())
  const pages = useWatchedQuery(pagesQuery())
  const watched = [
    useWatchedQuery(postCountQuery()),
    useWatchedQuery(projectCountQuery()),
    useWatchedQuery(subscribersQuery()),
    messages,
    pages,
  ]
  return (
    <Screen title={t('adminNav.dashboard')} intro={t('dashboard.welcome', { site: name })}>
      <UserRegion loading={null} failed={() => null}>
        <FailedMails />
        <Deafness />
        <FailedBackup />
        <MissingEmail isElsewhere />
      </UserRegion>
      <Counts
        watched={watched}
        cards={[
          { label: t('dashboard.posts'), path: adminPaths.blog, query: postCountQuery() },
          { label: t('dashboard.projects'), path: adminPaths.projects, query: projectCountQuery() },
          { label: t('dashboard.subscribers'), path: adminPaths.waitlist, query: subscribersQuery() },
          { label: t('dashboard.messages'), path: adminPaths.messages, query: messagesQuery() },
          { label: t('dashboard.pages'), path: adminPaths.content, query: pagesQuery() },
        ]}
      />
      <UserRegion loading={null} failed={() => null}>
        <Suspense fallback={null}>
          <VisitsPanel />
        </Suspense>
      </UserRegion>
      <UserRegion loading={null} failed={() => null}>
        <Waiting
          unread={messages.data?.filter((message) => isNew(message)).length}
          hasPages={pages.data === undefined ? undefined : pages.data.length > 0}
        />
        <Checklist />
      </UserRegion>
    </Screen>
  )
}

/** Same count as the badge: archived messages are excluded. */
const isNew = (message: Message) => !message.read && isIn('inbox')(message)

type Watched = { isError: boolean; refetch: () => Promise<unknown> }

/** Each card loads on its own; all failed queries share one error message and are retried together. */
function Counts({ cards, watched }: { cards: CountCardProps[]; watched: Watched[] }) {
  const t = useText()
  const [round, setRound] = useState(0)
  const failed = watched.filter(({ isError }) => isError)
  const retry = async () => {
    await Promise.all(failed.map((query) => query.refetch()))
    setRound(round + 1)
  }
  return (
    <>
      {failed.length > 0 && (
        <Alert
          variant="danger"
          action={
            <Button
              onPress={() => {
                void retry()
              }}
            >
              {t('errors.retry')}
            </Button>
          }
        >
          {t('dashboard.failed')}
        </Alert>
      )}
      <section aria-label={t('dashboard.counts')}>
        <ul className="admin-counts" key={round}>
          {cards.map((card) => (
            <CountCard key={card.path} {...card} />
          ))}
        </ul>
      </section>
    </>
  )
}
