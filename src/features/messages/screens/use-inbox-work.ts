import { useState, useEffect, useEffectEvent, useRef, type RefObject, useCallback, useLayoutEffect } from 'react'
import { useText } from '#i18n/i18n'
import { dateTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import type { Message } from '../contract'
import { chunkSize } from './list/message-list'
import { leavingFrom, nextAfter, type useInboxAddress } from './list/shown-messages'
import { useMessageActions } from './use-message-actions'
import { useSelection } from './list/selection-bar'
import { replyLink } from './message/message-view'

const commands = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  e: 'archive',
  '!': 'spam',
  u: 'unread',
  r: 'reply',
  x: 'select',
  '#': 'delete',
  Delete: 'delete',
  z: 'undo',
  '/': 'search',
  '?': 'help',
  Escape: 'escape',
} as const
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

type Inbox = {
  address: ReturnType<typeof useInboxAddress>
  /** Whether an open message is shown beside the list. */
  isWide: boolean
  sendsMail: boolean
  hasLetters: boolean
  searchBox: RefObject<HTMLInputElement | null>
  onHelp: () => void
}

type Work = {
  selection: ReturnType<typeof useSelection>
  actions: ReturnType<typeof useMessageActions>
  opened: Message | undefined
  underCursor: Message | undefined
  open: (message: Message) => void
  step: (by: 1 | -1, isExtending: boolean) => boolean
  setReplyingTo: (id: number) => void
}

/** Runs the commands of keyboard shortcuts. */
function useInboxCommands(inbox: Inbox, work: Work): void {
  const { address, isWide } = inbox
  const { selection, actions, opened, underCursor } = work
  const openId = address.message
  const t = useText()
  const language = usePageLanguage()

  /** The messages that keyboard shortcuts apply to. */
  const targets = (): readonly Message[] => {
    const one = opened ?? underCursor
    return selection.selected.length > 0 && (isWide || !opened) ? selection.selected : one ? [one] : []
  }

  const reply = (message: Message | undefined): boolean => {
    if (!message) return false
    if (inbox.sendsMail) {
      work.setReplyingTo(message.id)
      if (message.id !== openId) work.open(message)
    } else {
      location.assign(replyLink(message, dateTime(message.submittedAt, language), t))
    }
    return true
  }

  const run = (command: Command, isExtending: boolean): boolean => {
    if (command === 'next' || command === 'previous') return work.step(command === 'next' ? 1 : -1, isExtending)
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
    if (command === 'search') inbox.searchBox.current?.focus()
    else if (command === 'help') inbox.onHelp()
    else if (command === 'undo') actions.undo()
    else actions.run(command, targets())
    return true
  }
  useKeys(inbox.hasLetters, run)
}

type Command = (typeof commands)[keyof typeof commands] | 'selectAll'

/**
 * Single-key shortcuts of the inbox: inactive in fields and below dialogs and menus; letters can be turned off in the
 * settings. `run` returns whether it handled the command.
 */
function useKeys(hasLetters: boolean, run: (command: Command, isExtending: boolean) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (event.defaultPrevented || command === undefined || isElsewhere(event.target)) return
    if (!hasLetters && event.key.length === 1 && command !== 'selectAll') return
    if (run(command, event.shiftKey)) event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function commandOf(event: KeyboardEvent): Command | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (isComposing) return undefined
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'a') return 'selectAll'
  // AltGr, which some keyboards need for # and !, is reported as Ctrl and Alt.
  const isPlain = (!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph')
  const name = key.length === 1 ? key.toLowerCase() : key
  return isPlain && name in commands ? commands[name as keyof typeof commands] : undefined
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  // A dialog above the inbox, other than the open message.
  const isCovered = [...document.querySelectorAll('.kit-overlay, .kit-popover')].some(
    (overlay) => !overlay.querySelector('.message-view'),
  )
  const isOutside = target !== document.body && !target.closest('.kit-screen, .kit-overlay, .toast-region')
  return isCovered || isOutside || target.closest(fields) !== null
}

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

const timeout = 1500

type Options = {
  /** Its index in the list, to render it if it is outside of the viewport. */
  indexOf: (id: number) => number
  /** Moves the focus only when no element has it. */
  onlyIfLost?: boolean
}

/**
 * Focuses a message of the list, once a dialog above it has closed and it is rendered. Without a message, or if it does
 * not appear in time, focuses the screen's heading.
 */
function focusMessage(id: number | undefined, { indexOf, onlyIfLost = false }: Options): void {
  const until = performance.now() + timeout
  let isCalm = !isDialogOpen()
  const attempt = () => {
    if (isDialogOpen() || !isCalm) {
      // The dialog restores the focus one frame after it has closed.
      isCalm = !isDialogOpen()
      again()
    } else if (onlyIfLost && !isLost()) return
    else {
      const target = id === undefined ? heading() : viewButton(id)
      if (target) target.focus({ preventScroll: id === undefined })
      else {
        if (id !== undefined) chunkAt(indexOf(id))?.scrollIntoView({ block: 'nearest' })
        again()
      }
    }
  }
  const again = () => {
    if (performance.now() < until) requestAnimationFrame(attempt)
    else if (isLost()) heading()?.focus({ preventScroll: true })
  }
  attempt()
}

/** Focuses the open message beside the list after a confirmation dialog has closed, unless the focus is inside it. */
function focusPane(): void {
  requestAnimationFrame(function attempt() {
    if (isDialogOpen()) requestAnimationFrame(attempt)
    else
      requestAnimationFrame(() => {
        if (!isInPane()) document.querySelector<HTMLElement>('.message-pane')?.focus({ preventScroll: true })
      })
  })
}

const isInList = () => document.activeElement?.closest('.inbox-table') != null
const isInPane = () => document.activeElement?.closest('.message-pane') != null

const isDialogOpen = () => document.querySelector('.kit-overlay') !== null
const isLost = () => document.activeElement === null || document.activeElement === document.body
const viewButton = (id: number) => document.querySelector<HTMLElement>(`tr[data-message="${id}"] button`)
const heading = () => document.querySelector<HTMLElement>('h1[tabindex]')
const chunkAt = (index: number) =>
  document.querySelector<HTMLTableElement>('.inbox-table')?.tBodies.item(Math.floor(index / chunkSize))

/** A ref to the last rendered value, for event handlers. */
function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  return newest
}

/** A stable function that calls the newest `does`, so that a new closure causes no re-render. */
export function useSteady<Args extends unknown[]>(does: (...args: Args) => void): (...args: Args) => void {
  const newest = useNewest(does)
  return useCallback((...args) => newest.current(...args), [newest])
}
