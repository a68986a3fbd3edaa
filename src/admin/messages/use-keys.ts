import { useEffect, useEffectEvent } from 'react'

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

export type Command = (typeof commands)[keyof typeof commands] | 'selectAll'

/**
 * Single-key shortcuts of the inbox: inactive in fields, below dialogs and menus, and letters also where they are turned
 * off in the settings. `run` returns whether it did something.
 */
export function useKeys(hasLetters: boolean, run: (command: Command, isExtending: boolean) => boolean): void {
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
  // AltGr, by which some keyboards write # and !, counts as both.
  const isPlain = (!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph')
  const name = key.length === 1 ? key.toLowerCase() : key
  return isPlain && name in commands ? commands[name as keyof typeof commands] : undefined
}

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  // A dialog over the inbox, but for the one with the message.
  const isCovered = [...document.querySelectorAll('.kit-overlay, .kit-popover')].some(
    (overlay) => !overlay.querySelector('.message-view'),
  )
  const isOutside = target !== document.body && !target.closest('.kit-screen, .kit-overlay, .toast-region')
  return isCovered || isOutside || target.closest(fields) !== null
}
