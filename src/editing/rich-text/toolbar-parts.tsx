import type { ReactNode, KeyboardEvent } from 'react'
import { Button as AriaButton, ToggleButton, TooltipTrigger } from 'react-aria-components'
import { Tip, Button } from '#ui/controls/buttons/button'
import { ariaShortcut, shortcut } from '#editing/save-shortcut'
import { useText } from '#i18n/i18n'

type ToolProps = {
  label: string
  icon: ReactNode
  onPress: () => void
  /** Keys pressed together with Ctrl or Cmd: `Shift+8`. */
  keys?: string
  /** Set for toggle buttons: whether it applies at the cursor. */
  isOn?: boolean
  isDisabled?: boolean
  /** Set for tools that open a panel. */
  isExpanded?: boolean
}

/** A button of a toolbar. */
export function Tool({ label, icon, onPress, keys, isOn, isDisabled, isExpanded }: ToolProps) {
  // React Aria does not pass `aria-keyshortcuts` on.
  const nameKeys = (button: HTMLButtonElement | null) => {
    if (keys !== undefined) button?.setAttribute('aria-keyshortcuts', ariaShortcut(keys))
  }
  const shared = {
    ref: nameKeys,
    className: 'rich-tool',
    'aria-label': label,
    onPress,
    isDisabled,
    'aria-expanded': isExpanded,
  }
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {isOn === undefined ? (
        <AriaButton {...shared}>{icon}</AriaButton>
      ) : (
        <ToggleButton {...shared} isSelected={isOn}>
          {icon}
        </ToggleButton>
      )}
      <Tip>
        {label}
        {keys !== undefined && <kbd className="edit-shortcut">{shortcut(keys)}</kbd>}
      </Tip>
    </TooltipTrigger>
  )
}

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

/** Line icons on the same grid as those of the controls. */
function Lines({ d }: { d: string }) {
  return (
    <svg className="kit-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const CodeBlockIcon = () => <Lines d="M3.5 4.5h17v15h-17v-15ZM9.5 9l-3 3 3 3M14.5 9l3 3-3 3" />

export const RowAboveIcon = () => <Lines d="M3.5 12.5h17v7h-17v-7ZM12 3v6M9 6h6" />

export const RowBelowIcon = () => <Lines d="M3.5 4.5h17v7h-17v-7ZM12 15v6M9 18h6" />

export const RowRemoveIcon = () => <Lines d="M3.5 4.5h17v7h-17v-7ZM9.5 15.5l5 5M14.5 15.5l-5 5" />

export const ColumnBeforeIcon = () => <Lines d="M12.5 3.5h7v17h-7v-17ZM3 12h6M6 9v6" />

export const ColumnAfterIcon = () => <Lines d="M4.5 3.5h7v17h-7v-17ZM15 12h6M18 9v6" />

export const ColumnRemoveIcon = () => <Lines d="M4.5 3.5h7v17h-7v-17ZM15.5 9.5l5 5M20.5 9.5l-5 5" />

export const HeaderRowIcon = () => <Lines d="M3.5 4.5h17v15h-17v-15ZM3.5 10h17M4 7.3h16" />

export const VideoIcon = () => <Lines d="M3.5 5.5h17v13h-17v-13ZM10 9l5 3-5 3V9Z" />

export const NoteIcon = () => <Lines d="M4 6.5h9M4 12h9M4 17.5h16M17 5l2-1v6" />
