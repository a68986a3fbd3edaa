import type { ReactNode } from 'react'
import { Link, type LinkProps, TooltipTrigger } from 'react-aria-components'
import type { ButtonVariant } from './button'
import { Tip, type TipPlacement } from './tip'

type LinkButtonProps = Omit<LinkProps, 'className' | 'children' | 'href'> & {
  href: string
  variant?: ButtonVariant
} & (
    | { children: ReactNode; icon?: never; label?: never; tipPlacement?: never }
    | { icon: ReactNode; label: string; children?: never; tipPlacement?: TipPlacement }
  )

/**
 * A link that looks like a button; with `icon` and `label` like an icon button. `target="_blank"` sets
 * `rel="noopener noreferrer"`.
 */
export function LinkButton({ variant = 'secondary', icon, label, tipPlacement, children, ...props }: LinkButtonProps) {
  const rel = props.target === '_blank' ? 'noopener noreferrer' : undefined
  if (icon === undefined)
    return (
      <Link rel={rel} {...props} className="kit-button" data-variant={variant}>
        {children}
      </Link>
    )
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Link rel={rel} {...props} aria-label={label} className="kit-icon-button" data-variant={variant}>
        {icon}
      </Link>
      <Tip placement={tipPlacement}>{label}</Tip>
    </TooltipTrigger>
  )
}
