import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'

type SwitchProps = Omit<AriaSwitchProps, 'className' | 'children'> & { children: ReactNode }

export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="kit-toggle">
      <span className="kit-track">
        <span className="kit-thumb" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  )
}
