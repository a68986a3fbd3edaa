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
