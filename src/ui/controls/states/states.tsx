import { type ReactNode, useId } from 'react'
import { CheckCircleIcon, InfoIcon, WarningIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import type { MessageId } from '#i18n/messages'

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

export function LoadFailed({ text, onRetry }: { text: MessageId; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert
      variant="danger"
      action={
        <Button
          onPress={() => {
            onRetry()
            // The button disappears.
            rescueFocus()
          }}
        >
          <RefreshIcon />
          {t('errors.retry')}
        </Button>
      }
    >
      {t(text)}
    </Alert>
  )
}

/** For `<Region failed>`. */
export const loadFailed = (text: MessageId) => (retry: () => void) => <LoadFailed text={text} onRetry={retry} />

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

/** The empty state of a search, with a button that clears it. Always mounted, because it is a live region. */
export function NothingFound({ words, onClear }: { words: string | undefined; onClear: () => void }) {
  const t = useText()
  return (
    <div className="kit-nothing-found">
      <output>{words !== undefined && t('table.nothingFound', { words: words.trim() })}</output>
      {words !== undefined && <Button onPress={onClear}>{t('table.clearSearch')}</Button>}
    </div>
  )
}

type ProgressProps = {
  label: string
  /** Absent while the progress is unknown. */
  value?: number
  max: number
}

/** A progress bar with its value as text. */
export function Progress({ label, value, max }: ProgressProps) {
  const id = useId()
  return (
    <div className="kit-progress">
      <output id={id}>{label}</output>
      <progress aria-labelledby={id} value={value} max={Math.max(1, max)} />
    </div>
  )
}

/** A placeholder in the shape of the content to come. The surroundings announce the loading. */
export function Skeleton({ shape = 'text' }: { shape?: 'text' | 'short' | 'title' | 'figure' | 'block' }) {
  return <span className="kit-skeleton" data-shape={shape} aria-hidden="true" />
}

/** The placeholder of a loading table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className="kit-table-skeleton" aria-busy="true">
      <output className="kit-hidden">{label}</output>
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <div key={row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  )
}
