import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { Message } from '#features/messages/contract'
import { focusMessage, focusPane, isInList, isInPane } from './focus-message'
import type { useInboxAddress } from './folders/inbox-address'
import { replyLink } from './message/reply-link'
import { leavingFrom, nextAfter } from './list/shown-messages'
import { useMessageActions } from './use-message-actions'
import { type Command, useKeys } from './use-keys'
import { useNewest } from './list/use-newest'
import { useSelection } from './list/use-selection'

type InboxWork = {
  address: ReturnType<typeof useInboxAddress>
  messages: readonly Message[]
  shown: readonly Message[]
  /** An open message is shown beside the list. */
  isWide: boolean
  sendsMail: boolean
  hasLetters: boolean
  searchBox: RefObject<HTMLInputElement | null>
  onHelp: () => void
}

/** The inbox's actions by pointer and keyboard, and where the focus moves afterwards. */
export function useInboxWork(inbox: InboxWork) {
  const { address, messages, shown, isWide, sendsMail, hasLetters, searchBox, onHelp } = inbox
  const { folder, message: openId } = address
  const t = useText()
  const language = useAtomValue(languageAtom)
  const selection = useSelection(shown)
  const [cursor, setCursor] = useState<number>()
  const [replyingTo, setReplyingTo] = useState<number>()
  const [told, setTold] = useState('')

  const indexOf = useNewest((id: number | undefined) => shown.findIndex((message) => message.id === id))
  const focus = (id: number | undefined, onlyIfLost = false) =>
    focusMessage(id, { indexOf: (one) => indexOf.current(one), onlyIfLost })
  const opened = messages.find(({ id }) => id === openId)
  const underCursor = shown.find(({ id }) => id === cursor)

  const open = (message: Message) => {
    setCursor(message.id)
    address.openMessage(message.id)
  }

  const whenClosed = useRef<() => void>(undefined)
  const actions = useMessageActions({
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
          whenClosed.current = () => focus(next?.id)
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

  const markOpened = useEffectEvent((id: number) => {
    const message = messages.find((one) => one.id === id)
    if (message) actions.open(message)
  })
  const openedId = opened?.id
  useEffect(() => {
    if (openedId !== undefined) markOpened(openedId)
  }, [openedId])

  const openBefore = useRef(openId)
  const follow = useEffectEvent((now: number | undefined) => {
    const before = openBefore.current
    openBefore.current = now
    if (before === undefined || now !== undefined) return
    if (whenClosed.current) whenClosed.current()
    else focus(before, true)
    whenClosed.current = undefined
  })
  useEffect(() => follow(openId), [openId])

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
      else setTold(t('messages.viewing', { name: to.name, subject: to.subject }))
      address.openMessage(to.id)
    }
    return true
  }

  /** What the keys work on. */
  const targets = (): readonly Message[] => {
    const one = opened ?? underCursor
    return selection.selected.length > 0 && (isWide || !opened) ? selection.selected : one ? [one] : []
  }

  const reply = (message: Message | undefined): boolean => {
    if (!message) return false
    if (sendsMail) {
      setReplyingTo(message.id)
      if (message.id !== openId) open(message)
    } else {
      location.assign(replyLink(message, dateTime(message.submittedAt, language), t))
    }
    return true
  }

  const run = (command: Command, isExtending: boolean): boolean => {
    if (command === 'next' || command === 'previous') return step(command === 'next' ? 1 : -1, isExtending)
    if (command === 'reply') return reply(opened ?? underCursor)
    if (command === 'select') {
      const one = underCursor ?? opened
      if (one) selection.set(one.id, !selection.has(one.id))
      return one !== undefined
    }
    if (command === 'selectAll') {
      if (isInList()) selection.setAll(true)
      return isInList()
    }
    if (command === 'escape') {
      if (selection.selected.length > 0) selection.clear()
      else if (openId !== undefined && isWide) address.closeMessage()
      else return false
      return true
    }
    if (command === 'search') searchBox.current?.focus()
    else if (command === 'help') onHelp()
    else if (command === 'undo') actions.undo()
    else actions.run(command, targets())
    return true
  }
  useKeys(hasLetters, run)

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
    told,
  }
}
