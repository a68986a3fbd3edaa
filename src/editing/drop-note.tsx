import type { ReactNode } from 'react'
import { UploadIcon } from '#ui/controls/buttons/icons'

/** Over the window while files are held above it. */
export function DropNote({ children }: { children: ReactNode }) {
  return (
    <div className="edit-drop" aria-hidden="true">
      <UploadIcon />
      {children}
    </div>
  )
}
