import { useSuspenseQuery } from '@tanstack/react-query'
import { UserRegion } from '#auth/user-region'
import { EmptyState } from '#base/controls/empty-state'
import { MessageIcon } from '#base/controls/icons'
import { loadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { Spinner } from '#base/controls/spinner'
import { useText } from '#base/i18n/i18n'
import { useWatchedQuery } from '#base/query/use-watched-query'
import { MessagesTable } from '#features/messages/messages-table'
import { messagesQuery } from '#features/messages/queries'

export function MessagesScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.messages')} intro={<MessageCount />}>
      <UserRegion loading={<Spinner label={t('messages.loading')} />} failed={loadFailed('messages.failed')}>
        <Messages />
      </UserRegion>
    </Screen>
  )
}

function Messages() {
  const t = useText()
  const { data: messages } = useSuspenseQuery(messagesQuery())
  if (messages.length === 0) return <EmptyState icon={<MessageIcon />} title={t('messages.empty')} />
  return <MessagesTable messages={messages} />
}

function MessageCount() {
  const t = useText()
  const { data: messages } = useWatchedQuery(messagesQuery())
  if (!messages) return null
  const unread = messages.filter((message) => !message.read).length
  return (
    <>
      {t('messages.count', { count: messages.length })}
      {unread > 0 && (
        <>
          {' '}
          <span className="kit-badge">{t('messages.unread', { count: unread })}</span>
        </>
      )}
    </>
  )
}
