import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger, Popover, Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components'
import { MoreIcon } from './icons'

type PopoverButtonProps = {
  /** The button that opens it. */
  button: ReactElement
  label: string
  /** The content of the popover; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small panel over the page, without moving anything. Escape closes only the panel. */
export function PopoverButton({ button, label, children }: PopoverButtonProps) {
  return (
    <DialogTrigger>
      {button}
      <Popover className="kit-popover" placement="top end" containerPadding={8}>
        <Dialog className="kit-popover-panel" aria-label={label}>
          {({ close }) => children(close)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

type MenuAction = { id: string; label: string; icon: ReactNode } & (
  | { onAction: () => void; href?: undefined; target?: undefined }
  | { onAction?: undefined; href: string; target?: '_blank' }
)

/** `icon` is shown on the button, with `text` beside it where `label` begins with it. */
type ActionMenuProps = {
  label: string
  actions: MenuAction[]
  isPending?: boolean
  icon?: ReactNode
  text?: string
  variant?: 'primary'
  /** The actions are chosen by pictures instead of small icons. */
  showsPictures?: boolean
  onOpen?: () => void
}

/** A menu of less frequent actions; its button is named by `label`. */
export function ActionMenu({ label, actions, isPending, icon = <MoreIcon />, text, ...props }: ActionMenuProps) {
  const { variant, showsPictures, onOpen } = props
  const look =
    text === undefined
      ? { className: 'kit-icon-button', 'data-variant': 'quiet' }
      : { className: 'kit-button', 'data-variant': variant }
  return (
    <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Button {...look} aria-label={label} isPending={isPending}>
        {icon}
        {text}
      </Button>
      <Popover className="kit-popover" placement="bottom end">
        <Menu
          className="kit-menu"
          data-pictures={showsPictures || undefined}
          aria-label={label}
          onAction={(key) => actions.find(({ id }) => id === key)?.onAction?.()}
        >
          {actions.map(({ id, label: name, icon: sign, href, target }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              href={href}
              target={target}
              rel={target && 'noopener noreferrer'}
              className="kit-menu-item"
            >
              {sign}
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
