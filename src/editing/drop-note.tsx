import type { ReactNode } from 'react'
import { UploadIcon } from '#ui/controls/buttons/icons'

/** Covers the window while files are dragged over it. */
export function DropNote({ children }: { children: ReactNode }) {
  return (
    <div className="edit-drop" aria-hidden="true">
      <UploadIcon />
      {children}
    </div>
  )
}
