import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { IconButton } from './icon-button'

type MenuProps<Id extends string> = {
  label: string
  icon: ReactNode
  entries: { id: Id; label: string; icon?: ReactNode; isDanger?: boolean; isDisabled?: boolean }[]
  onAction: (id: Id) => void
}

/** A button with an icon that opens a list of actions. */
export function Menu<Id extends string>({ label, icon, entries, onAction }: MenuProps<Id>) {
  return (
    <MenuTrigger>
      <IconButton label={label} icon={icon} />
      <Popover className="kit-popover">
        <AriaMenu className="kit-list" aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              isDisabled={entry.isDisabled}
              className="kit-option"
              data-danger={entry.isDanger || undefined}
              onAction={() => onAction(entry.id)}
            >
              {entry.icon}
              <span className="kit-option-label">{entry.label}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
