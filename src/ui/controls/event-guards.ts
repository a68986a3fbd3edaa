import type { MouseEvent } from 'react'

/**
 * A click handler for a whole list entry that ignores clicks on its controls and the end of a text selection. Focuses the
 * first control, so that the focus can return to it.
 */
export const besideControls = (open: () => void) => (event: MouseEvent) => {
  const { target, currentTarget } = event
  const isOnControl = !(target instanceof Element) || target.closest('a, button, input, select, textarea, label')
  if (isOnControl || window.getSelection()?.type === 'Range') return
  const control = currentTarget.querySelector('.kit-open, button')
  if (control instanceof HTMLElement) control.focus()
  open()
}

type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a key belongs to an input method: Enter takes its word, Escape discards it. Safari ends the composition
 * before that key, and marks it by the code alone.
 */
// oxlint-disable-next-line typescript/no-deprecated -- there is no other mark in Safari
export const isComposing = ({ isComposing: composes, keyCode }: Key): boolean => composes || keyCode === 229

/**
 * Keeps these keys from all handlers, also those of libraries. Formatted text gets them, because its editor counts on
 * them. Adding it repeatedly has no effect.
 */
export const ignoreComposingKeys = (): void => window.addEventListener('keydown', keepFromHandlers, true)

function keepFromHandlers(event: KeyboardEvent): void {
  const isText = event.target instanceof HTMLElement && event.target.isContentEditable
  if (isComposing(event) && !isText) event.stopImmediatePropagation()
}
