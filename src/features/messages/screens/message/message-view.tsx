import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, type ReactNode, type KeyboardEvent, useEffect, useState, useEffectEvent } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { messageQuery, messagesQuery } from '#features/messages/queries'
import { Button, IconButton, LinkButton } from '#ui/controls/buttons/button'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { ReplyIcon, CheckIcon, ClockIcon, WarningIcon, SendIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { loadFailed, Skeleton } from '#ui/controls/states/states'
import { DateTime } from '#i18n/date-time'
import { dateTime } from '#i18n/dates'
import { useText, type Translate } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { mailto } from '#text/mailto'
import { UserRegion } from '#auth/sessions/user-region'
import type { Message, ThreadEntry } from '#features/messages/contract'
import { Form } from '#auth/forms/form'
import { deleteAllUnsaved, storeUnsaved, readUnsaved } from '#records/editor/saving/unsaved-text'
import { TextField } from '#ui/controls/fields/text-field'
import { shortcut } from '#editing/save-shortcut'
import { issuesByField, fieldIssues } from '#client/field-issues'

const pause = 600

const longestReply = 20_000

type ReplyBoxProps = {
  message: Message
  text: string
  onType: (text: string) => void
  /** It was sent or discarded. */
  onOver: () => void
  /** Closes the form and keeps the text for later. */
  onLeave: () => void
}

/** The reply form. Its text is stored until it is sent. */
function ReplyBox({ message, text, onType, onOver, onLeave }: ReplyBoxProps) {
  const t = useText()
  const field = useRef<HTMLElement>(null)
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useWrite<ThreadEntry>({
    failed: t('messages.replyFailed'),
    done: t('messages.replySent', { name: message.name }),
    stale: [messagesQuery().queryKey],
    onDone: onOver,
  })
  const refused = fault ?? issuesByField(fieldIssues(error)).body
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (refused !== undefined) field.current?.focus()
  }, [refused])

  const send = () => {
    if (isPending) return
    setFault(text.trim() === '' ? t('messages.replyEmpty') : undefined)
    if (text.trim() === '') field.current?.focus()
    else mutate({ method: 'POST', path: `/api/contact/${message.id}/replies`, body: { body: text } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      event.nativeEvent.stopPropagation()
      onLeave()
    }
  }
  return (
    <Form className="message-reply" onKeyDownCapture={onKeyDown} onSubmit={send}>
      <TextField
        label={t('messages.replyTo', { name: message.name })}
        value={text}
        onChange={(typed) => {
          onType(typed)
          setFault(undefined)
          if (error) reset()
        }}
        rows={7}
        maxLength={longestReply}
        error={refused}
        ref={field}
      />
      <div className="message-reply-foot">
        <Button type="submit" variant="primary" isPending={isPending}>
          <SendIcon />
          {t(isPending ? 'messages.sending' : 'messages.send')}
        </Button>
        <span className="message-reply-hint">{shortcut('Enter')}</span>
        <IconButton label={t('messages.discardReply')} icon={<TrashIcon />} onPress={onOver} isDisabled={isPending} />
      </div>
    </Form>
  )
}

/**
 * An unsent reply, stored on this device until it is sent or discarded; undefined while it is being loaded.
 */
function useStoredReply(id: number, title: string) {
  const key = `reply:${id}`
  const [text, setText] = useState<string>()
  /** Text that has not been stored yet. */
  const typed = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = async (isLeaving: boolean) => {
    const body = typed.current
    clearTimeout(timer.current)
    timer.current = undefined
    typed.current = undefined
    if (body === undefined) return
    if (body.trim() === '') {
      await deleteAllUnsaved(key)
    } else {
      const keptAt = new Date().toISOString()
      await storeUnsaved(key, { title, changed: { body }, base: { body: '' }, version: 0, keptAt }, isLeaving)
    }
  }
  const leave = useEffectEvent(() => void keep(true))

  useEffect(() => {
    let isGone = false
    const read = async () => {
      const body = (await readUnsaved(key))?.changed.body
      if (!isGone) setText((now) => now ?? (typeof body === 'string' ? body : ''))
    }
    void read()
    const onHide = () => leave()
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      isGone = true
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
      leave()
    }
  }, [key])

  return {
    text,
    change: (body: string) => {
      typed.current = body
      setText(body)
      timer.current ??= setTimeout(() => void keep(false), pause)
    },
    drop: () => {
      typed.current = undefined
      setText('')
      void deleteAllUnsaved(key)
    },
  }
}

const soon = 5000
const icons: Record<'waiting' | 'sent' | 'failed', ReactNode> = {
  waiting: <ClockIcon />,
  sent: <CheckIcon />,
  failed: <WarningIcon />,
}

type MessageViewProps = {
  message: Message
  /** Shown beside the list, not above it. */
  isBeside: boolean
  /** The site can send mails: replies are written here instead of in the mail program. */
  sendsMail: boolean
  isReplying: boolean
  onReply: (isReplying: boolean) => void
  onClose: () => void
}

/** The whole message as plain text with its line breaks, and its replies. */
export function MessageView({ message, isBeside, sendsMail, isReplying, onReply, onClose }: MessageViewProps) {
  const { id, name, email, subject, submittedAt, replies } = message
  const t = useText()
  const language = usePageLanguage()
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
            {reply.text && <span className="kit-description">{t('messages.draftKept')}</span>}
            {!isBeside && <Button onPress={onClose}>{t('messages.close')}</Button>}
          </>
        )}
      </footer>
    </>
  )
}

/** Why a message is in spam, or was suspected. */
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
        <ul className="kit-bullets">
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

/** The replies, with the delivery state of each. */
function MessageThread({ id }: { id: number }) {
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
  return (
    <li tabIndex={-1}>
      <div className="message-entry-head">
        <strong>{by?.username ?? t('adminNav.admin')}</strong>
        <DateTime at={at} />
        {mail && (
          <output className="message-mail" data-state={mail.state}>
            {icons[mail.state]}
            {t(`outbox.is.${mail.state}`)}
          </output>
        )}
      </div>
      <p className="message-text">{body}</p>
      {mail?.state === 'failed' && <TryAgain id={mail.id} />}
    </li>
  )
}

function TryAgain({ id }: { id: number }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const { mutate, isPending } = useWrite({
    failed: t('outbox.retryFailed'),
    done: t('messages.replyRetried'),
    // The button disappears.
    onDone: () => place.current?.closest('li')?.focus(),
    stale: [messagesQuery().queryKey, ['/api/outbox'], ['/api/mail']],
  })
  return (
    <div ref={place}>
      <Button isPending={isPending} onPress={() => mutate({ method: 'POST', path: `/api/outbox/${id}/retry` })}>
        {t('outbox.retry')}
      </Button>
    </div>
  )
}

/** The maximum length of a URL that Windows opens. */
const longestAddress = 2000

/** A `mailto:` URL for a reply that quotes as much of the message as fits in a URL. */
export function replyLink({ name, email, subject, message }: Message, date: string, t: Translate): string {
  const linkWith = (quoted: string) =>
    mailto(email, t('messages.replySubject', { subject }), `\n\n${t('messages.wrote', { date, name })}\n${quoted}`)
  const whole = linkWith(quote(message))
  if (whole.length <= longestAddress) return whole
  const letters = [...message]
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (linkWith(shortened(letters, middle)).length <= longestAddress) fits = middle
    else tooLong = middle
  }
  return linkWith(shortened(letters, fits))
}

const quote = (text: string) => text.replaceAll(/^/gm, '> ')
const shortened = (letters: readonly string[], length: number) => quote(`${letters.slice(0, length).join('')}…`)
