import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { CloseIcon } from '#ui/controls/buttons/icons'

type DrawerProps = { label: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the inline start. Escape, its button and a click beside it close it. */
export function Drawer({ label, isOpen, onClose, closeLabel, children }: DrawerProps) {
  return (
    <ModalOverlay
      className="kit-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="kit-drawer">
        <Dialog className="kit-dialog" aria-label={label}>
          <div className="kit-drawer-close">
            <IconButton label={closeLabel} icon={<CloseIcon />} onPress={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
