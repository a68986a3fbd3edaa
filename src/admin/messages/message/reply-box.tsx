import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { TextField } from '#ui/controls/fields/text-field'
import { shortcut } from '#editing/save-shortcut'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Message, ThreadEntry } from '#features/messages/contract'
import { messagesQuery } from '#features/messages/queries'

const longestReply = 20_000

type ReplyBoxProps = {
  message: Message
  text: string
  onType: (text: string) => void
  /** It is sent, or thrown away. */
  onOver: () => void
  /** Put aside, to go on later. */
  onLeave: () => void
}

/** The reply form. Its text is kept until it is sent. */
export function ReplyBox({ message, text, onType, onOver, onLeave }: ReplyBoxProps) {
  const t = useText()
  const toast = useToast()
  const field = useRef<HTMLElement>(null)
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, error, reset } = useWrite<ThreadEntry>({
    failed: t('messages.replyFailed'),
    stale: [messagesQuery().queryKey],
    onDone: () => {
      onOver()
      toast({ title: t('messages.replySent', { name: message.name }) })
    },
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
    <form
      className="message-reply"
      noValidate
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
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
    </form>
  )
}
