import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { userAtom } from '#auth/session'
import { EmptyState } from '#base/controls/empty-state'
import { MessageIcon } from '#base/controls/icons'
import { Spinner } from '#base/controls/spinner'
import { useText } from '#base/i18n/i18n'
import type { Message } from '#features/messages/contract'
import { MessagesTable } from '#features/messages/messages-table'
import { messagesQuery } from '#features/messages/queries'
import { LoadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'

export function MessagesScreen() {
  const t = useText()
  const user = useAtomValue(userAtom)
  const { data: messages, isPending, refetch } = useQuery({ ...messagesQuery(), enabled: Boolean(user) })
  return (
    <Screen title={t('adminNav.messages')} intro={messages && <MessageCount messages={messages} />}>
      {isPending ? <Spinner label={t('messages.loading')} />
        : !messages ? <LoadFailed text={t('messages.failed')} onRetry={() => void refetch()} />
        : messages.length === 0 ? <EmptyState icon={<MessageIcon />} title={t('messages.empty')} />
        : <MessagesTable messages={messages} />}
    </Screen>
  )
}

function MessageCount({ messages }: { messages: Message[] }) {
  const t = useText()
  const unread = messages.filter((message) => !message.read).length
  return (
    <>
      {t('messages.count', { count: messages.length })}
      {unread > 0 && <span className="kit-badge">{t('messages.unread', { count: unread })}</span>}
    </>
  )
}
