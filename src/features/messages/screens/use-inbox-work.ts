import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#i18n/i18n'
import type { Message } from '../contract'
import { focusMessage, focusPane, isInList, isInPane } from './focus-message'
import { leavingFrom, nextAfter } from './list/shown-messages'
import { type Inbox, useInboxCommands } from './use-inbox-commands'
import { useMessageActions } from './use-message-actions'
import { useNewest } from './list/use-newest'
import { useSelection } from './list/use-selection'

type InboxWork = Inbox & { messages: readonly Message[]; shown: readonly Message[] }

/** The inbox's actions by pointer and keyboard, and where the focus moves afterwards. */
export function useInboxWork(inbox: InboxWork) {
  const { address, messages, shown } = inbox
  const openId = address.message
  const t = useText()
  const selection = useSelection(shown)
  const [cursor, setCursor] = useState<number>()
  const [replyingTo, setReplyingTo] = useState<number>()
  const [announcement, setAnnouncement] = useState('')

  const indexOf = useNewest((id: number | undefined) => shown.findIndex((message) => message.id === id))
  const focus = (id: number | undefined, onlyIfLost = false) =>
    focusMessage(id, { indexOf: (one) => indexOf.current(one), onlyIfLost })
  const opened = messages.find(({ id }) => id === openId)
  const underCursor = shown.find(({ id }) => id === cursor)

  const open = (message: Message) => {
    setCursor(message.id)
    address.openMessage(message.id)
  }

  const actions = useInboxActions(inbox, { selection, setCursor, focus })
  useMarkOpened(opened, actions.open)

  const step = (by: 1 | -1, isExtending = false): boolean => {
    const from = isExtending ? (cursor ?? openId) : (openId ?? cursor)
    const at = indexOf.current(from)
    const to = at < 0 ? (by > 0 ? shown[0] : shown.at(-1)) : shown[at + by]
    if (!to) return false
    if (isExtending) {
      if (from !== undefined && at >= 0 && selection.selected.length === 0) selection.set(from, true)
      selection.setUpTo(to.id, true)
    }
    setCursor(to.id)
    if (openId === undefined || isExtending) focus(to.id)
    else {
      if (isInList()) focus(to.id)
      else setAnnouncement(t('messages.viewing', { name: to.name, subject: to.subject }))
      address.openMessage(to.id)
    }
    return true
  }

  useInboxCommands(inbox, { selection, opened, underCursor, actions, open, step, setReplyingTo })

  return {
    selection,
    cursor,
    setCursor,
    opened,
    place: shown.findIndex(({ id }) => id === openId) + 1,
    isReplying: replyingTo !== undefined && replyingTo === openId,
    reply: (isReplying: boolean) => setReplyingTo(isReplying ? openId : undefined),
    open,
    step,
    actions,
    announcement,
  }
}

type Moving = {
  selection: ReturnType<typeof useSelection>
  setCursor: (id: number | undefined) => void
  focus: (id: number | undefined, onlyIfLost?: boolean) => void
}

/** The actions on messages; afterwards the next message is opened or focused. */
function useInboxActions({ address, shown, isWide }: InboxWork, { selection, setCursor, focus }: Moving) {
  const { folder, message: openId } = address
  const onceClosed = useFocusOnClose(openId, (before) => focus(before, true))
  return useMessageActions({
    onChange: (changes) => {
      const leaving = leavingFrom(folder, changes)
      selection.clear()
      if (leaving.size > 0) {
        const next = shown.some(({ id }) => leaving.has(id)) ? nextAfter(shown, leaving) : undefined
        setCursor(next?.id)
        if (openId === undefined || !leaving.has(openId)) focus(next?.id)
        else if (isWide && next) {
          address.openMessage(next.id)
          if (isInList()) focus(next.id)
          else focusPane()
        } else {
          onceClosed(() => focus(next?.id))
          address.closeMessage()
        }
      } else if (changes.some(({ id, to }) => id === openId && to !== 'deleted' && to.read === false)) {
        address.closeMessage()
      }
    },
    onUndone: ([first, ...others]) => {
      setCursor(first?.id)
      if (isWide && openId !== undefined && first && others.length === 0) address.openMessage(first.id)
      if (!isInPane()) focus(first?.id)
    },
  })
}

/** Marks the open message as read. */
function useMarkOpened(opened: Message | undefined, open: (message: Message) => void): void {
  const id = opened?.id
  const mark = useEffectEvent(() => {
    if (opened) open(opened)
  })
  useEffect(() => {
    if (id !== undefined) mark()
  }, [id])
}

/**
 * Moves the focus when the open message is closed: to its row, unless the returned function was given another target.
 */
function useFocusOnClose(openId: number | undefined, focus: (before: number) => void) {
  const whenClosed = useRef<() => void>(undefined)
  const openBefore = useRef(openId)
  const follow = useEffectEvent((now: number | undefined) => {
    const before = openBefore.current
    openBefore.current = now
    if (before === undefined || now !== undefined) return
    if (whenClosed.current) whenClosed.current()
    else focus(before)
    whenClosed.current = undefined
  })
  useEffect(() => follow(openId), [openId])
  return (moveFocus: () => void) => {
    whenClosed.current = moveFocus
  }
}
