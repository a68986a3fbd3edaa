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
    <Overlay {...{ size, isOpen, onClose }}>
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
    </Overlay>
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
    <Overlay role="alertdialog" size="confirm" isOpen={isOpen} onClose={() => !isPending && onCancel()}>
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
          <Button variant="primary" onPress={mild.onPress} isPending={isPending} autoFocus>
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
    </Overlay>
  )
}

type DrawerProps = { label: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the inline start. Escape, its button and a click beside it close it. */
export function Drawer({ label, closeLabel, children, ...panel }: DrawerProps) {
  return (
    <Overlay {...panel} label={label} frame="kit-drawer" isDismissable>
      <div className="kit-drawer-close">
        <IconButton label={closeLabel} icon={<CloseIcon />} onPress={panel.onClose} />
      </div>
      {children}
    </Overlay>
  )
}

type SheetProps = { title: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the lower edge of a phone. Escape, its button and a tap beside it close it. */
export function Sheet({ title, closeLabel, children, ...panel }: SheetProps) {
  return (
    <Overlay {...panel} frame="kit-sheet" isDismissable>
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
    </Overlay>
  )
}

type OverlayProps = {
  /** The accessible name, where no heading in the slot `title` gives it. */
  label?: string
  role?: 'alertdialog'
  size?: ModalDialogProps['size'] | 'confirm'
  /** Further classes of the layer and of the dialog, and that of the frame between them. */
  className?: string
  dialogClassName?: string
  frame?: 'kit-modal' | 'kit-drawer' | 'kit-sheet'
  isOpen?: boolean
  /** A press beside it closes it. */
  isDismissable?: boolean
  /** Called by Escape. The dialog closes when `isOpen` becomes false, so a caller may refuse. */
  onClose: () => void
  children: ReactNode
}

/** The layer and the frame of every modal dialog. */
export function Overlay({
  label,
  role,
  size,
  className = '',
  dialogClassName = '',
  frame = 'kit-modal',
  isOpen = true,
  isDismissable,
  onClose,
  children,
}: OverlayProps) {
  return (
    <ModalOverlay
      className={`kit-overlay ${className}`}
      isDismissable={isDismissable}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={frame} data-size={size}>
        <Dialog className={`kit-dialog ${dialogClassName}`} role={role} aria-label={label}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
