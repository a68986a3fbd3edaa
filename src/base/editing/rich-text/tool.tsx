import type { ReactNode } from 'react'
import { Button, ToggleButton, TooltipTrigger } from 'react-aria-components'
import { Tip } from '#base/controls/tip'

type ToolProps = {
  label: string
  icon: ReactNode
  onPress: () => void
  /** The shortcut as it is shown. */
  keys?: string
  /** Set for tools that are on or off where the cursor is. */
  isOn?: boolean
  isDisabled?: boolean
  /** Set for tools that open a panel. */
  isExpanded?: boolean
}

/** One tool of a toolbar. */
export function Tool({ label, icon, onPress, keys, isOn, isDisabled, isExpanded }: ToolProps) {
  const shared = { className: 'rich-tool', 'aria-label': label, onPress, isDisabled, 'aria-expanded': isExpanded }
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
        {keys !== undefined && <kbd className="edit-shortcut">{keys}</kbd>}
      </Tip>
    </TooltipTrigger>
  )
}
