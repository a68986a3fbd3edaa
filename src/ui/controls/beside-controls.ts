import type { MouseEvent } from 'react'

/**
 * What a click does anywhere in an entry of a list, but on one of its controls and at the end of a text that was
 * marked. The focus goes to the first control, to which it comes back.
 */
export const besideControls = (open: () => void) => (event: MouseEvent) => {
  const { target, currentTarget } = event
  const isOnControl = !(target instanceof Element) || target.closest('a, button, input, select, textarea, label')
  if (isOnControl || window.getSelection()?.type === 'Range') return
  const control = currentTarget.querySelector('.kit-open, button')
  if (control instanceof HTMLElement) control.focus()
  open()
}
