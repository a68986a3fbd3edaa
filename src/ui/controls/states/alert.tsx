import type { ReactNode } from 'react'
import { CheckCircleIcon, InfoIcon, WarningIcon } from '#ui/controls/buttons/icons'

type AlertProps = {
  variant: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children: ReactNode
  action?: ReactNode
}

/** A message in the page. Warnings and dangers are announced assertively, others politely. */
export function Alert({ variant, title, children, action }: AlertProps) {
  const urgent = variant === 'danger' || variant === 'warning'
  return (
    <div className="kit-alert" data-variant={variant} role={urgent ? 'alert' : 'status'}>
      {urgent ? <WarningIcon /> : variant === 'success' ? <CheckCircleIcon /> : <InfoIcon />}
      <div className="kit-alert-body">
        {title !== undefined && <p className="kit-alert-title">{title}</p>}
        <div>{children}</div>
        {action !== undefined && <div className="kit-alert-action">{action}</div>}
      </div>
    </div>
  )
}
