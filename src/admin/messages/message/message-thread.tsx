import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { CheckIcon, ClockIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { useToast } from '#ui/toasts/toast'
import type { ThreadEntry } from '#features/messages/contract'
import { messageQuery, messagesQuery } from '#features/messages/queries'

const soon = 5000

/** The replies, with the delivery state of each. */
export function MessageThread({ id }: { id: number }) {
  const t = useText()
  const {
    data: { thread },
  } = useSuspenseQuery({
    ...messageQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.thread.some(({ mail }) => mail?.state === 'waiting') ? soon : false),
  })
  return (
    <ol className="message-thread" aria-label={t('messages.thread')}>
      {thread.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry: { at, by, body, mail } }: { entry: ThreadEntry }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return (
    <li>
      <div className="message-entry-head">
        <strong>{by?.username ?? t('adminNav.admin')}</strong>
        <time dateTime={at}>{dateTime(at, language)}</time>
        {mail && (
          <span className="message-mail" data-state={mail.state}>
            {icons[mail.state]}
            {t(`outbox.is.${mail.state}`)}
          </span>
        )}
      </div>
      <p className="message-text">{body}</p>
      {mail?.state === 'failed' && <TryAgain id={mail.id} />}
    </li>
  )
}

const icons: Record<'waiting' | 'sent' | 'failed', ReactNode> = {
  waiting: <ClockIcon />,
  sent: <CheckIcon />,
  failed: <WarningIcon />,
}

function TryAgain({ id }: { id: number }) {
  const t = useText()
  const toast = useToast()
  const { mutate, isPending } = useWrite({
    failed: t('outbox.retryFailed'),
    stale: [messagesQuery().queryKey, ['/api/outbox'], ['/api/mail']],
    onDone: () => toast({ title: t('messages.replyRetried') }),
  })
  return (
    <div>
      <Button isPending={isPending} onPress={() => mutate({ method: 'POST', path: `/api/outbox/${id}/retry` })}>
        {t('outbox.retry')}
      </Button>
    </div>
  )
}
