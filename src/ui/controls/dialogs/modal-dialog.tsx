import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { CloseIcon } from '#ui/controls/buttons/icons'
import { RescueFocus } from './rescue-focus'

type ModalDialogProps = {
  title: ReactNode
  isOpen: boolean
  /** Called by Escape and the close button. The dialog closes when `isOpen` becomes false, so a caller may refuse. */
  onClose: () => void
  closeLabel: string
  /** `window` fills the window. */
  size?: 'small' | 'medium' | 'large' | 'window'
  /** Controls between the title and the close button. */
  tools?: ReactNode
  /** A side column with a scroll position of its own. */
  aside?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Traps the focus, and restores it when it closes. Full-screen on phones; the body scrolls, the footer stays. */
export function ModalDialog({
  title,
  isOpen,
  onClose,
  closeLabel,
  size = 'medium',
  tools,
  aside,
  footer,
  children,
}: ModalDialogProps) {
  return (
    <ModalOverlay
      className="kit-overlay"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="kit-modal" data-size={size}>
        <Dialog className="kit-dialog">
          <RescueFocus />
          <header className="kit-dialog-head">
            <Heading slot="title" className="kit-dialog-title">
              {title}
            </Heading>
            {tools}
            <IconButton label={closeLabel} icon={<CloseIcon />} onPress={onClose} />
          </header>
          <div className="kit-dialog-middle">
            <div className="kit-dialog-body">{children}</div>
            {aside}
          </div>
          {footer !== undefined && <footer className="kit-dialog-foot">{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
