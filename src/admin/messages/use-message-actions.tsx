import { useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Folder, Message, MessageChange } from '#features/messages/contract'
import type { MessageAction } from './list/selection-bar'
import type { Change } from './list/shown-messages'
import { useChangeMessages } from './use-changes'

type Options = {
  /** Messages are about to be changed so: where the focus and the open message go. */
  onChange: (changes: Change[]) => void
  /** It has been taken back. */
  onUndone: (messages: readonly Message[]) => void
}

type Changing = {
  to: MessageChange
  /** What each is changed to when that is taken back. */
  back: (message: Message) => MessageChange
  failed: string
  /** The toast's text, shown with an undo button. */
  done: string | undefined
}

/** The actions on messages, each with a toast that can undo it; deleting asks for confirmation instead. */
export function useMessageActions({ onChange, onUndone }: Options) {
  const t = useText()
  const toast = useToast()
  const change = useChangeMessages()
  const undoLast = useRef<() => void>(undefined)
  const [deleting, setDeleting] = useState<readonly Message[]>([])

  /** Changes each message so, and can take each back. */
  const changeAll = (messages: readonly Message[], { to, back, failed, done }: Changing) => {
    const changes = messages.map(({ id }) => ({ id, to }))
    onChange(changes)
    change(changes, failed)
    if (done === undefined) return
    tell(done, () => {
      change(
        messages.map((message) => ({ id: message.id, to: back(message) })),
        failed,
      )
      onUndone(messages)
    })
  }

  const move = (messages: readonly Message[], folder: Folder) => {
    const moved = messages.filter((message) => message.folder !== folder)
    changeAll(moved, {
      to: { folder },
      back: ({ folder: from }) => ({ folder: from }),
      failed: t('messages.moveFailed'),
      done: t(`messages.moved.${folder}`, { count: moved.length }),
    })
  }

  const mark = (messages: readonly Message[], read: boolean) => {
    const marked = messages.filter((message) => message.read !== read)
    const done = t(read ? 'messages.markedRead' : 'messages.markedNew', { count: marked.length })
    changeAll(marked, {
      to: { read },
      back: () => ({ read: !read }),
      failed: t('messages.markFailed'),
      done: messages.length > 1 ? done : undefined,
    })
  }

  const tell = (title: string, takeBack: () => void) => {
    const undo = () => {
      undoLast.current = undefined
      takeBack()
      toast({ title: t('messages.undone') })
    }
    undoLast.current = undo
    toast({ title, action: <Button onPress={undo}>{t('messages.undo')}</Button> })
  }

  const confirm = () => {
    const changes = deleting.map(({ id }) => ({ id, to: 'deleted' as const }))
    setDeleting([])
    onChange(changes)
    change(changes, t('messages.deleteFailed'))
    toast({ title: t('messages.deleted', { count: changes.length }) })
  }

  return {
    /** Marks a message that has just been opened. */
    open: ({ id, read }: Message) => {
      if (!read) change([{ id, to: { read: true } }], t('messages.markFailed'))
    },
    run: (action: MessageAction, messages: readonly Message[]) => {
      const all = (test: (message: Message) => boolean) => messages.every(test)
      if (messages.length === 0) return
      if (action === 'archive') move(messages, all(({ folder }) => folder === 'archive') ? 'inbox' : 'archive')
      else if (action === 'spam') move(messages, all(({ folder }) => folder === 'spam') ? 'inbox' : 'spam')
      else if (action === 'unread')
        mark(
          messages,
          all(({ read }) => !read),
        )
      else setDeleting(messages)
    },
    undo: () => undoLast.current?.(),
    question: (
      <ConfirmDialog
        title={t('messages.deleteTitle', { count: deleting.length })}
        text={t('messages.deleteText', { count: deleting.length })}
        confirmLabel={t('messages.delete')}
        cancelLabel={t('editing.cancel')}
        isOpen={deleting.length > 0}
        onConfirm={confirm}
        onCancel={() => setDeleting([])}
      />
    ),
  }
}
