import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import { CheckIcon } from './icons'

type CheckboxProps = Omit<AriaCheckboxProps, 'className' | 'children'> & { children: ReactNode }

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className="kit-toggle">
      <span className="kit-box"><CheckIcon /></span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}
