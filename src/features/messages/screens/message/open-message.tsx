import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#ui/controls/buttons/button'
import { ChevronDownIcon, ChevronLeftIcon, ChevronUpIcon, CloseIcon } from '#ui/controls/buttons/icons'
import { Overlay } from '#ui/controls/dialogs/dialogs'
import { Alert, LoadFailed, Skeleton } from '#ui/controls/states/states'
import { useRememberOpened } from '#editing/last-opened'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { messageHref } from '../../contract'
import { messageQuery } from '#features/messages/queries'
import { MessageView } from './message-view'
import { type MessageAction, ActionButtons } from '../list/selection-bar'

type OpenMessageProps = {
  id: number
  /** The message's entry in the list. */
  listed: Message | undefined
  /** Its position in the list, from 1; 0 when it is not in the list. */
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
  useRememberOpened(messageHref(id), message?.subject)
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

type MessageHeadProps = Omit<OpenMessageProps, 'id' | 'listed' | 'sendsMail' | 'isReplying' | 'onReply'> & {
  message: Message | undefined
}

/** The toolbar of the open message. It stays mounted, with the focus, while stepping through messages. */
function MessageHead({ message, isBeside, place, of, hasKeys, onStep, onAction, onClose }: MessageHeadProps) {
  const t = useText()
  return (
    <header className="message-head">
      {!isBeside && <IconButton label={t('messages.back')} icon={<ChevronLeftIcon />} onPress={onClose} />}
      {message && (
        <ActionButtons messages={[message]} onAction={(action) => onAction(action, [message])} hasKeys={hasKeys} />
      )}
      <span className="message-place">{place > 0 && t('messages.place', { place, of })}</span>
      <IconButton
        label={t('messages.previous')}
        icon={<ChevronUpIcon />}
        isDisabled={place <= 1}
        onPress={() => onStep(-1)}
      />
      <IconButton
        label={t('messages.next')}
        icon={<ChevronDownIcon />}
        isDisabled={place === 0 || place === of}
        onPress={() => onStep(1)}
      />
      {isBeside && <IconButton label={t('messages.close')} icon={<CloseIcon />} onPress={onClose} />}
    </header>
  )
}

type MessageFrameProps = {
  label: string
  isBeside: boolean
  onClose: () => void
  children: ReactNode
}

/** The container of the open message: a pane beside the list if there is room, otherwise a dialog. */
function MessageFrame({ label, isBeside, onClose, children }: MessageFrameProps) {
  if (isBeside) return <Pane label={label}>{children}</Pane>
  return (
    <Overlay label={label} size="medium" dialogClassName="message-view" onClose={onClose}>
      {children}
    </Overlay>
  )
}

/** A non-modal dialog: the list beside it stays usable. Takes the focus when it opens. */
function Pane({ label, children }: { label: string; children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus({ preventScroll: true }), [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element of that name takes no focus itself
    <section className="message-pane message-view" role="dialog" aria-label={label} tabIndex={-1} ref={pane}>
      {children}
    </section>
  )
}
