import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'

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
