import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '#ui/controls/buttons/button'
import { RescueFocus } from './rescue-focus'

type SheetProps = { title: string; isOpen: boolean; onClose: () => void; closeLabel: string; children: ReactNode }

/** A modal panel at the lower edge of a phone. Escape, its button and a tap beside it close it. */
export function Sheet({ title, isOpen, onClose, closeLabel, children }: SheetProps) {
  return (
    <ModalOverlay
      className="kit-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="kit-sheet">
        <Dialog className="kit-dialog">
          <RescueFocus />
          <header className="kit-sheet-head">
            <Heading slot="title" className="kit-dialog-title">
              {title}
            </Heading>
            <Button variant="primary" onPress={onClose}>
              {closeLabel}
            </Button>
          </header>
          <div className="kit-sheet-body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
