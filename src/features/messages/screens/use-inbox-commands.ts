import { type RefObject, useEffect, useEffectEvent } from 'react'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Message } from '../contract'
import type { useInboxAddress } from './folders/inbox-address'
import { isInList } from './focus-message'
import type { useSelection } from './list/use-selection'
import { replyLink } from './message/reply-link'
import type { useMessageActions } from './use-message-actions'

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

export type Inbox = {
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
export function useInboxCommands(inbox: Inbox, work: Work): void {
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
