import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'

type MessageFrameProps = {
  label: string
  isBeside: boolean
  onClose: () => void
  children: ReactNode
}

/** What holds the open message: beside the list where there is room for both, else over it. */
export function MessageFrame({ label, isBeside, onClose, children }: MessageFrameProps) {
  if (isBeside) return <Pane label={label}>{children}</Pane>
  return (
    <ModalOverlay
      className="kit-overlay"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className="kit-modal" data-size="medium">
        <Dialog className="kit-dialog message-view" aria-label={label}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A dialog that leaves the list beside it in reach. It takes the focus as it opens. */
function Pane({ label, children }: { label: string; children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus({ preventScroll: true }), [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element of that name takes no focus itself
    <section className="message-pane message-view" role="dialog" aria-label={label} tabIndex={-1} ref={pane}>
      {children}
    </section>
  )
}
