import { disarm } from './rich-text/disarm'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { UploadIcon } from '#ui/controls/buttons/icons'
import { useListener } from '#ui/controls/use-listener'

/** The files of a drop or a paste; none if it also contains text, which is pasted as text. */
export function filesIn(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/plain').trim() !== '' || holdsText(data.getData('text/html'))) return []
  return Array.from(data.files)
}

/**
 * The address of a dragged picture of this site or of one of its texts, which is used as it is: browsers list every
 * dragged picture among the files, and it would be uploaded again.
 */
export function ownPicture(data: DataTransfer | null): string | undefined {
  const html = data?.getData('text/html') ?? ''
  if (html === '') return undefined
  const [picture, ...others] = new DOMParser().parseFromString(disarm(html), 'text/html').querySelectorAll('img')
  const src = picture?.getAttribute('src') ?? ''
  if (others.length > 0 || !URL.canParse(src, location.href)) return undefined
  const { origin, pathname } = new URL(src, location.href)
  if (origin === location.origin && /^\/(media|images)\//.test(pathname)) return pathname
  return isOfText(data) ? src : undefined
}

/** Whether it was dragged or copied from formatted text. */
export const isOfText = (data: DataTransfer | null): boolean =>
  /<[^>]+ data-pm-slice=/.test(data?.getData('text/html') ?? '')

/** Browsers add markup to a copied picture that only contains the picture. */
function holdsText(html: string): boolean {
  if (html === '') return false
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() !== '' || body.querySelectorAll('img').length !== 1
}

export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

/**
 * Accepts files dropped anywhere in the window or pasted outside of a field; returns whether files are dragged over the
 * window.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isHeld, setIsHeld] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // `dragleave` fires for every element that the pointer crosses.
  const leave = () => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => setIsHeld(false), 120)
  }
  useListener('dragover', (event) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    clearTimeout(leaving.current)
    setIsHeld(true)
  })
  useListener('dragleave', leave)
  useListener('drop', (event) => {
    leave()
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (ownPicture(event.dataTransfer) === undefined) onFiles(Array.from(event.dataTransfer?.files ?? []))
  })
  useListener('paste', (event) => {
    const files = filesIn(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => () => clearTimeout(leaving.current), [])
  return isHeld
}

/** Without this, a file dropped outside of a drop target would replace the page, and everything typed in it. */
export function useStrayDropGuard(): void {
  const stop = (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  useListener('dragover', stop)
  useListener('drop', stop)
}

/** Covers the window while files are dragged over it. */
export function DropNote({ children }: { children: ReactNode }) {
  return (
    <div className="edit-drop" aria-hidden="true">
      <UploadIcon />
      {children}
    </div>
  )
}
