import type { KeyboardEvent, ReactNode } from 'react'

type PanelProps = { label: string; onSubmit: () => void; onClose: () => void; children: ReactNode }

/** A few fields below the toolbar. Enter applies them; Escape closes them, but not the dialog around them. */
export function Panel({ label, onSubmit, onClose, children }: PanelProps) {
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
    </fieldset>
  )
}
