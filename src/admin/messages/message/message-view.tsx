import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { ReplyIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { mailto } from '#text/mailto'
import { UserRegion } from '#auth/sessions/user-region'
import type { Message } from '#features/messages/contract'
import { MessageThread } from './message-thread'
import { ReplyBox } from './reply-box'
import { replyLink } from './reply-link'
import { useStoredReply } from './use-stored-reply'

type MessageViewProps = {
  message: Message
  /** It is shown beside the list, not over it. */
  isBeside: boolean
  /** The site can send mails: it is answered here, not in the mail program. */
  sendsMail: boolean
  isReplying: boolean
  onReply: (isReplying: boolean) => void
  onClose: () => void
}

/** The whole message as plain text with its line breaks, and its replies. */
export function MessageView({ message, isBeside, sendsMail, isReplying, onReply, onClose }: MessageViewProps) {
  const { id, name, email, subject, submittedAt, replies } = message
  const t = useText()
  const language = useAtomValue(languageAtom)
  const date = dateTime(submittedAt, language)
  const reply = useStoredReply(id, subject)
  const foot = useRef<HTMLElement>(null)
  const stopReplying = () => {
    onReply(false)
    requestAnimationFrame(() => foot.current?.querySelector<HTMLElement>('button')?.focus())
  }
  return (
    <>
      <div className="message-body">
        <h2 className="message-title">{subject}</h2>
        <dl className="message-facts">
          <dt>{t('messages.from')}</dt>
          <dd>
            <strong>{name}</strong>{' '}
            <a href={mailto(email)}>
              <EmailAddress>{email}</EmailAddress>
            </a>
          </dd>
          <dt>{t('messages.date')}</dt>
          <dd>
            <time dateTime={submittedAt}>{date}</time>
          </dd>
        </dl>
        <SpamNote message={message} />
        <section aria-label={t('messages.message')}>
          <p className="message-text">{message.message}</p>
        </section>
        {replies > 0 && (
          <UserRegion loading={<ThreadSkeleton replies={replies} />} failed={loadFailed('messages.threadFailed')}>
            <MessageThread id={id} />
          </UserRegion>
        )}
      </div>
      <footer className="message-foot" ref={foot}>
        {sendsMail && isReplying && reply.text !== undefined ? (
          <ReplyBox
            message={message}
            text={reply.text}
            onType={reply.change}
            onOver={() => {
              reply.drop()
              stopReplying()
            }}
            onLeave={stopReplying}
          />
        ) : (
          <>
            {sendsMail ? (
              <Button variant="primary" onPress={() => onReply(true)}>
                <ReplyIcon />
                {t('messages.reply')}
              </Button>
            ) : (
              <LinkButton variant="primary" href={replyLink(message, date, t)}>
                <ReplyIcon />
                {t('messages.reply')}
              </LinkButton>
            )}
            {reply.text && <span className="message-draft">{t('messages.draftKept')}</span>}
            {!isBeside && <Button onPress={onClose}>{t('messages.close')}</Button>}
          </>
        )}
      </footer>
    </>
  )
}

/** Why a message lies in spam, or could have come there. */
function SpamNote({ message: { folder, spam } }: { message: Message }) {
  const t = useText()
  const isSpam = folder === 'spam'
  if (!isSpam && !(spam?.score > 0)) return null
  return (
    <div className="message-spam" data-spam={isSpam || undefined}>
      <p>
        <strong>{t('messages.spamScore', { score: spam.score })}</strong>
        {isSpam && ` ${t('messages.spamKept')}`}
      </p>
      {spam.reasons.length > 0 && (
        <ul>
          {spam.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ThreadSkeleton({ replies }: { replies: number }) {
  const t = useText()
  return (
    <output className="message-thread" aria-busy="true">
      <span className="kit-hidden">{t('messages.threadLoading')}</span>
      {Array.from({ length: Math.min(replies, 3) }, (_, index) => (
        <Skeleton key={index} shape="block" />
      ))}
    </output>
  )
}
