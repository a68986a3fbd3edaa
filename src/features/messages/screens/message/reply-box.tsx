import { type KeyboardEvent, useEffect, useRef, useState, useEffectEvent } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { deleteAllUnsaved, storeUnsaved, readUnsaved } from '#records/editor/saving/unsaved-text'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { TextField } from '#ui/controls/fields/text-field'
import { shortcut } from '#editing/save-shortcut'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import type { Message, ThreadEntry } from '#features/messages/contract'
import { messagesQuery } from '#features/messages/queries'

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
export function ReplyBox({ message, text, onType, onOver, onLeave }: ReplyBoxProps) {
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
export function useStoredReply(id: number, title: string) {
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
