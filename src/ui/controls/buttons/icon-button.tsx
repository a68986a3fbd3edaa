import type { ReactNode } from 'react'
import { Button as AriaButton, TooltipTrigger } from 'react-aria-components'
import type { ButtonProps } from './button'
import { Tip, type TipPlacement } from './tip'

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** The keyboard shortcut, shown beside the name. */
  shortcut?: string
  tipPlacement?: TipPlacement
}

/** An icon button named by `label`, which is also its tooltip. */
export function IconButton({ label, icon, shortcut, tipPlacement, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...props} aria-label={label} className="kit-icon-button" data-variant={variant}>
        {icon}
      </AriaButton>
      <Tip placement={tipPlacement}>
        {label}
        {shortcut !== undefined && <kbd className="kit-key">{shortcut}</kbd>}
      </Tip>
    </TooltipTrigger>
  )
}
