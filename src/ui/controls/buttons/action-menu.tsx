import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { MoreIcon } from './icons'

export type MenuAction = { id: string; label: string; icon: ReactNode; onAction: () => void }

type ActionMenuProps = { label: string; actions: MenuAction[]; isPending?: boolean }

/** What can be done less often, behind one button that is named by `label`. */
export function ActionMenu({ label, actions, isPending }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <Button className="kit-icon-button" data-variant="quiet" aria-label={label} isPending={isPending}>
        <MoreIcon />
      </Button>
      <Popover className="kit-popover" placement="bottom end">
        <Menu
          className="kit-menu"
          aria-label={label}
          onAction={(key) => actions.find(({ id }) => id === key)?.onAction()}
        >
          {actions.map(({ id, label: name, icon }) => (
            <MenuItem key={id} id={id} textValue={name} className="kit-menu-item">
              {icon}
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
