import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field marked invalid, once it is rendered. */
export function focusFirstInvalid(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = document.querySelector('[role=dialog] [aria-invalid=true]')
      if (field instanceof HTMLElement) field.focus()
    }),
  )
}

/** For a form: focuses the first invalid field after a submit failed with `error`. */
export function useFocusInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = error ? form.current?.querySelector('[aria-invalid=true]') : undefined
    if (field instanceof HTMLElement) field.focus()
  }, [error])
  return form
}

/** Focuses an element that replaces the focused one; give it `tabIndex={-1}`. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const focused = useRef<E>(null)
  useEffect(() => focused.current?.focus(), [])
  return focused
}
