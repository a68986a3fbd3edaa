import { type Ref, useEffect, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'link' | 'danger'

export type ButtonProps = Omit<AriaButtonProps, 'className'> & { variant?: ButtonVariant; ref?: Ref<HTMLButtonElement> }

/** While `isPending` it looks and acts disabled, but keeps the focus. */
export function Button({ variant = 'secondary', id, ...props }: ButtonProps) {
  const ownId = useId()
  const name = id ?? ownId
  const mayAnnounce = props.isPending !== undefined
  useEffect(() => (mayAnnounce ? () => takeBackAnnouncement(name) : undefined), [mayAnnounce, name])
  return <AriaButton {...props} id={name} className="kit-button" data-variant={variant} />
}

/**
 * React Aria announces the start and the end of a pending state with the button's name, for seconds: this removes
 * announcements of a button that is gone.
 */
function takeBackAnnouncement(name: string) {
  const takeBack = () =>
    globalThis.document?.querySelector(`[data-live-announcer] [aria-labelledby="${CSS.escape(name)}"]`)?.remove()
  takeBack()
  // The first announcement of a page is delayed by 100 ms.
  setTimeout(takeBack, 150)
}
