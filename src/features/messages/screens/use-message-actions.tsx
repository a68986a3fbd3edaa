import { useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Folder, Message, MessageChange } from '../contract'
import type { MessageAction } from './list/selection-bar'
import type { Change } from './list/shown-messages'
import { useChangeMessages } from './use-messages'

type Options = {
  /** Called before messages change, to move the focus and the open message. */
  onChange: (changes: Change[]) => void
  /** The action was undone. */
  onUndone: (messages: readonly Message[]) => void
}

type Changing = {
  to: MessageChange
  /** The change that undoes the action on a message. */
  back: (message: Message) => MessageChange
  failed: string
  /** The toast's text, shown with an undo button; without one it can be undone by keyboard only. */
  done: string | undefined
}

/** The actions on messages, each with a toast that can undo it; deleting asks for confirmation instead. */
export function useMessageActions({ onChange, onUndone }: Options) {
  const t = useText()
  const { offerUndo, forgetUndo, undo } = useUndo()
  const change = useChangeMessages()
  const [deleting, setDeleting] = useState<readonly Message[]>([])

  /** Changes each message, with an undo. */
  const changeAll = (messages: readonly Message[], { to, back, failed, done }: Changing) => {
    const changes = messages.map(({ id }) => ({ id, to }))
    onChange(changes)
    change(changes, failed)
    offerUndo(done, () => {
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

  return {
    /** Marks an opened message as read. */
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
    undo,
    question: (
      <DeleteMessages
        messages={deleting}
        onConfirm={(changes) => {
          forgetUndo()
          onChange(changes)
          change(changes, t('messages.deleteFailed'))
        }}
        onClose={() => setDeleting([])}
      />
    ),
  }
}

/** Offers to undo an action, by a button in its toast and by keyboard until the next action. */
function useUndo() {
  const t = useText()
  const toast = useToast()
  const undoLast = useRef<() => void>(undefined)
  return {
    offerUndo: (title: string | undefined, takeBack: () => void) => {
      const undo = () => {
        undoLast.current = undefined
        takeBack()
        toast({ title: t('messages.undone') })
      }
      undoLast.current = undo
      if (title !== undefined) toast({ title, action: <Button onPress={undo}>{t('messages.undo')}</Button> })
    },
    forgetUndo: () => {
      undoLast.current = undefined
    },
    undo: () => undoLast.current?.(),
  }
}

type DeleteMessagesProps = {
  messages: readonly Message[]
  onConfirm: (changes: Change[]) => void
  onClose: () => void
}

function DeleteMessages({ messages, onConfirm, onClose }: DeleteMessagesProps) {
  const t = useText()
  const toast = useToast()
  const count = messages.length
  return (
    <ConfirmDialog
      title={t('messages.deleteTitle', { count })}
      text={t('messages.deleteText', { count })}
      confirmLabel={t('messages.delete')}
      cancelLabel={t('editing.cancel')}
      isOpen={count > 0}
      onConfirm={() => {
        onClose()
        onConfirm(messages.map(({ id }) => ({ id, to: 'deleted' })))
        toast({ title: t('messages.deleted', { count }) })
      }}
      onCancel={onClose}
    />
  )
}
