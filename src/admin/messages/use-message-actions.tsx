import { useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Folder, Message } from '#features/messages/contract'
import type { MessageAction } from './list/selection-bar'
import type { Change } from './list/shown-messages'
import { useChangeMessages } from './use-changes'

type Options = {
  /** Messages are about to be changed so: where the focus and the open message go. */
  onChange: (changes: Change[]) => void
  /** It has been taken back. */
  onUndone: (messages: readonly Message[]) => void
}

/** What can be done with messages, told in a toast that takes it back; deleting is asked about instead. */
export function useMessageActions({ onChange, onUndone }: Options) {
  const t = useText()
  const toast = useToast()
  const change = useChangeMessages()
  const undoLast = useRef<() => void>(undefined)
  const [deleting, setDeleting] = useState<readonly Message[]>([])

  const move = (messages: readonly Message[], folder: Folder) => {
    const moved = messages.filter((message) => message.folder !== folder)
    const changes = moved.map(({ id }) => ({ id, to: { folder } }))
    onChange(changes)
    change(changes, t('messages.moveFailed'))
    tell(t(`messages.moved.${folder}`, { count: moved.length }), () => {
      change(
        moved.map(({ id, folder: from }) => ({ id, to: { folder: from } })),
        t('messages.moveFailed'),
      )
      onUndone(moved)
    })
  }

  const mark = (messages: readonly Message[], read: boolean) => {
    const marked = messages.filter((message) => message.read !== read)
    const changes = marked.map(({ id }) => ({ id, to: { read } }))
    onChange(changes)
    change(changes, t('messages.markFailed'))
    if (messages.length > 1)
      tell(t(read ? 'messages.markedRead' : 'messages.markedNew', { count: marked.length }), () => {
        change(
          marked.map(({ id }) => ({ id, to: { read: !read } })),
          t('messages.markFailed'),
        )
        onUndone(marked)
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
