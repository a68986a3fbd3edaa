import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; text?: ReactNode; action?: ReactNode; icon?: ReactNode }

export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className="kit-empty">
      {icon}
      <p className="kit-empty-title">{title}</p>
      {text !== undefined && <p className="kit-empty-text">{text}</p>}
      {action}
    </div>
  )
}
