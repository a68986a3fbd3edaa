import type { ReactNode } from 'react'
import { Tooltip } from 'react-aria-components'

/** The tooltip of the control before it in a `TooltipTrigger`. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <Tooltip className="kit-tip" offset={6}>
      {children}
    </Tooltip>
  )
}
