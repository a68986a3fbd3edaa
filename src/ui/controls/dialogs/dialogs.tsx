import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton, Button } from '#ui/controls/buttons/button'
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

type ConfirmDialogProps = {
  title: string
  text: ReactNode
  confirmLabel: string
  cancelLabel: string
  isOpen: boolean
  isPending?: boolean
  variant?: 'primary' | 'danger'
  /** A less drastic alternative, offered first. */
  mild?: { label: string; onPress: () => void }
  onConfirm: () => void
  onCancel: () => void
}

/**
 * A modal confirmation. The focus starts on the milder alternative if there is one, else on *Cancel*. Beside an
 * alternative the irreversible action comes last and is styled quietly.
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  isOpen,
  isPending = false,
  variant = 'danger',
  mild,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <ModalOverlay
      className="kit-overlay"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open && !isPending) onCancel()
      }}
    >
      <Modal className="kit-modal" data-size="confirm">
        <Dialog className="kit-dialog" role="alertdialog">
          <RescueFocus />
          <div className="kit-dialog-body">
            <Heading slot="title" className="kit-dialog-title">
              {title}
            </Heading>
            <div className="kit-dialog-text">{text}</div>
          </div>
          <footer className="kit-dialog-foot">
            {/* oxlint-disable jsx-a11y/no-autofocus -- a question moves the focus to its harmless answer */}
            {mild && (
              <Button variant="primary" onPress={mild.onPress} isDisabled={isPending} autoFocus>
                {mild.label}
              </Button>
            )}
            <Button variant="secondary" onPress={onCancel} isDisabled={isPending} autoFocus={!mild}>
              {cancelLabel}
            </Button>
            {/* oxlint-enable jsx-a11y/no-autofocus */}
            <Button variant={mild ? 'link' : variant} onPress={onConfirm} isPending={isPending}>
              {confirmLabel}
            </Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type DrawerProps = { label: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the inline start. Escape, its button and a click beside it close it. */
export function Drawer({ label, closeLabel, children, ...panel }: DrawerProps) {
  return (
    <Panel {...panel} className="kit-drawer">
      <Dialog className="kit-dialog" aria-label={label}>
        <div className="kit-drawer-close">
          <IconButton label={closeLabel} icon={<CloseIcon />} onPress={panel.onClose} />
        </div>
        {children}
      </Dialog>
    </Panel>
  )
}

type SheetProps = { title: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the lower edge of a phone. Escape, its button and a tap beside it close it. */
export function Sheet({ title, closeLabel, children, ...panel }: SheetProps) {
  return (
    <Panel {...panel} className="kit-sheet">
      <Dialog className="kit-dialog">
        <RescueFocus />
        <header className="kit-sheet-head">
          <Heading slot="title" className="kit-dialog-title">
            {title}
          </Heading>
          <Button variant="primary" onPress={panel.onClose}>
            {closeLabel}
          </Button>
        </header>
        <div className="kit-sheet-body">{children}</div>
      </Dialog>
    </Panel>
  )
}

type PanelProps = { className: string; isOpen: boolean; onClose: () => void; children: ReactNode }

function Panel({ className, isOpen, onClose, children }: PanelProps) {
  return (
    <ModalOverlay
      className="kit-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={className}>{children}</Modal>
    </ModalOverlay>
  )
}
