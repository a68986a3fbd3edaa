/** Takes the focus to the first field marked invalid, once it is shown. */
export function focusFirstFault(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const field = document.querySelector('[role=dialog] [aria-invalid=true]')
    if (field instanceof HTMLElement) field.focus()
  }))
}
