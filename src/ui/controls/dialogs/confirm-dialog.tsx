import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '#ui/controls/buttons/button'
import { RescueFocus } from './rescue-focus'

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
