import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { userAtom } from '#auth/session'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { useText } from '#base/i18n/i18n'
import { siteAtom } from '#base/site'
import { messagesQuery } from '#features/messages/queries'
import { pagesQuery } from '#features/pages/queries'
import { postsQuery } from '#features/posts/queries'
import { projectsQuery } from '#features/projects/queries'
import { subscribersQuery } from '#features/waitlist/queries'
import { CountCard } from './count-card'
import { NextSteps } from './next-steps'
import { Screen } from '#base/controls/screen'

export function DashboardScreen() {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const enabled = Boolean(useAtomValue(userAtom))
  const posts = useQuery({ ...postsQuery(), enabled })
  const projects = useQuery({ ...projectsQuery(), enabled })
  const subscribers = useQuery({ ...subscribersQuery(), enabled })
  const messages = useQuery({ ...messagesQuery(), enabled })
  const pages = useQuery({ ...pagesQuery(), enabled })
  const failed = [posts, projects, subscribers, messages, pages].filter((query) => query.isError)
  return (
    <Screen title={t('adminNav.dashboard')} intro={t('dashboard.welcome', { site: name })}>
      {failed.length > 0 && (
        <Alert variant="danger" action={<Button onPress={() => failed.forEach((query) => void query.refetch())}>{t('errors.retry')}</Button>}>
          {t('dashboard.failed')}
        </Alert>
      )}
      <section aria-label={t('dashboard.counts')}>
        <ul className="admin-counts">
          <CountCard label={t('dashboard.posts')} href="/admin/blog/" query={posts} />
          <CountCard label={t('dashboard.projects')} href="/admin/projects/" query={projects} />
          <CountCard label={t('dashboard.subscribers')} href="/admin/waitlist/" query={subscribers} />
          <CountCard label={t('dashboard.messages')} href="/admin/messages/" query={messages} />
          <CountCard label={t('dashboard.pages')} href="/admin/content/" query={pages} />
        </ul>
      </section>
      <NextSteps unread={messages.data?.filter((message) => !message.read).length} hasPages={pages.data === undefined || pages.data.length > 0} />
    </Screen>
  )
}
