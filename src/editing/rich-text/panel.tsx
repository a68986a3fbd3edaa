import type { KeyboardEvent, ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

type PanelProps = {
  label: string
  submitLabel: string
  onSubmit: () => void
  onClose: () => void
  /** Further buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** A few fields below the toolbar. Enter applies them; Escape closes them, but not the dialog around them. */
export function Panel({ label, submitLabel, onSubmit, onClose, actions, children }: PanelProps) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the fields inside
  return (
    <fieldset aria-label={label} className="rich-panel" onKeyDownCapture={onKeyDown}>
      {children}
      <div className="edit-row">
        <Button variant="primary" onPress={onSubmit}>
          {submitLabel}
        </Button>
        {actions}
        <Button variant="quiet" onPress={onClose}>
          {t('editing.cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
