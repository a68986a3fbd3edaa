import type { ReactNode } from 'react'
import { Button as AriaButton, TooltipTrigger } from 'react-aria-components'
import type { ButtonProps } from './button'
import { Tip } from './tip'

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** The key that does the same, shown beside the name. */
  shortcut?: string
}

/** A button that shows an icon and is named by `label`, which appears as a tooltip too. */
export function IconButton({ label, icon, shortcut, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...props} aria-label={label} className="kit-icon-button" data-variant={variant}>
        {icon}
      </AriaButton>
      <Tip>
        {label}
        {shortcut !== undefined && <kbd className="kit-key">{shortcut}</kbd>}
      </Tip>
    </TooltipTrigger>
  )
}
