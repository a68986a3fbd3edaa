/** Takes the focus to the first field marked invalid, once it is shown. */
export function focusFirstFault(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const field = document.querySelector('[role=dialog] [aria-invalid=true]')
    if (field instanceof HTMLElement) field.focus()
  }))
}

/** After a dialog has closed: when what opened it is gone with the list it was in, the focus goes to the screen's heading. */
export function rescueFocus(): void {
  setTimeout(() => {
    const heading = document.querySelector('h1[tabindex]')
    if (document.activeElement === document.body && heading instanceof HTMLElement) heading.focus({ preventScroll: true })
  }, 300)
}
