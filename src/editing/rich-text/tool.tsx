import type { ReactNode } from 'react'
import { Button, ToggleButton, TooltipTrigger } from 'react-aria-components'
import { Tip } from '#ui/controls/buttons/tip'
import { ariaShortcut, shortcut } from '#editing/save-shortcut'

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
        <Button {...shared}>{icon}</Button>
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
