import { type RefObject, useEffect, useRef } from 'react'

/** Takes the focus to the first field marked invalid, once it is shown. */
export function focusFirstFault(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = document.querySelector('[role=dialog] [aria-invalid=true]')
      if (field instanceof HTMLElement) field.focus()
    }),
  )
}

/** For a form: takes the focus to the first field that its last try, refused with `error`, has found at fault. */
export function useFaultFocus(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = error ? form.current?.querySelector('[aria-invalid=true]') : undefined
    if (field instanceof HTMLElement) field.focus()
  }, [error])
  return form
}

/** Takes the focus to what has come in place of what had it; give the element `tabIndex={-1}`. */
export function useFocusOnArrival<E extends HTMLElement>(): RefObject<E | null> {
  const arrived = useRef<E>(null)
  useEffect(() => arrived.current?.focus(), [])
  return arrived
}

/** The row of a table that the focus is in, for `rescueFocus`. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? undefined

const step = 100
const longestWatch = 3000

/**
 * After a dialog has closed: when what opened it goes with the list it was in, at once or with the next answer, the
 * focus goes to the row that has taken its place (`row`), else to the screen's heading.
 */
export function rescueFocus(row?: string): void {
  let place = row
  let waited = 0
  const timer = setInterval(() => {
    waited += step
    place = focusedRow() ?? place
    const isLost = document.activeElement === document.body && waited > 2 * step
    if (isLost) {
      const target =
        document.querySelector(`tr[aria-rowindex="${place ?? ''}"] button`) ?? document.querySelector('h1[tabindex]')
      if (target instanceof HTMLElement) target.focus({ preventScroll: place === undefined })
    }
    if (isLost || waited >= longestWatch) clearInterval(timer)
  }, step)
}
