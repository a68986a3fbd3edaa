import type { Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<AriaButtonProps, 'className'> & { variant?: ButtonVariant; ref?: Ref<HTMLButtonElement> }

/** While `isPending` it looks and acts disabled, but keeps the focus. */
export function Button({ variant = 'secondary', ...props }: ButtonProps) {
  return <AriaButton {...props} className="kit-button" data-variant={variant} />
}
