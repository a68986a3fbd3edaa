import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/controls/states/alert'
import { LoadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { messageQuery } from '#features/messages/queries'
import { MessageFrame } from './message-frame'
import { MessageHead } from './message-head'
import { MessageView } from './message-view'
import type { MessageAction } from '#admin/messages/list/selection-bar'

type OpenMessageProps = {
  id: number
  /** What the lists hold of it. */
  listed: Message | undefined
  place: number
  of: number
  isBeside: boolean
  sendsMail: boolean
  hasKeys: boolean
  isReplying: boolean
  onReply: (isReplying: boolean) => void
  onStep: (step: 1 | -1) => void
  onAction: (action: MessageAction, messages: readonly Message[]) => void
  onClose: () => void
}

/** The message named by the URL, whether it is in the list or not. */
export function OpenMessage({ id, listed, isReplying, sendsMail, onReply, ...frame }: OpenMessageProps) {
  const t = useText()
  const { isBeside, onClose } = frame
  const asked = useQuery({ ...messageQuery(id), enabled: listed === undefined })
  const message = listed ?? asked.data
  return (
    <MessageFrame label={message?.subject ?? t('messages.message')} isBeside={isBeside} onClose={onClose}>
      <MessageHead message={message} {...frame} />
      {message ? (
        <MessageView
          key={message.id}
          message={message}
          isBeside={isBeside}
          sendsMail={sendsMail}
          isReplying={isReplying}
          onReply={onReply}
          onClose={onClose}
        />
      ) : (
        <div className="message-body">
          {asked.error instanceof ApiError && asked.error.status === 404 ? (
            <Alert variant="warning">{t('messages.gone')}</Alert>
          ) : asked.isError ? (
            <LoadFailed text="messages.failed" onRetry={() => void asked.refetch()} />
          ) : (
            <>
              <output className="kit-hidden">{t('messages.loading')}</output>
              <Skeleton shape="title" />
              <Skeleton shape="block" />
            </>
          )}
        </div>
      )}
    </MessageFrame>
  )
}
