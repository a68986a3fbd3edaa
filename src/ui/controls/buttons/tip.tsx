import type { ReactNode } from 'react'
import { Tooltip, type TooltipProps } from 'react-aria-components'

export type TipPlacement = TooltipProps['placement']

/** The tooltip of the control before it in a `TooltipTrigger`. */
export function Tip({ placement, children }: { placement?: TipPlacement; children: ReactNode }) {
  return (
    <Tooltip className="kit-tip" offset={6} placement={placement}>
      {children}
    </Tooltip>
  )
}
