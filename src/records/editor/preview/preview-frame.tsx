import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldLocation, useFieldLocation } from '#records/editor/fields/field-location'
import { bringAlive, bringIntoSight, outline, showIn, showScrollbar } from './preview-document'

/** How wide the screens are that a page is shown on, in pixels. */
const widths = { phone: 375, tablet: 768, desktop: 1280 }
export type Screen = keyof typeof widths

type PreviewFrameProps = {
  html: string | undefined
  screen: Screen
  title: string
  isBusy: boolean
  /** What of the document is brought into sight, as a selector. */
  sight?: string
  describe: (path: string) => string
  onPlace: (place: FieldLocation) => void
  children: ReactNode
}

/**
 * A document as wide as a screen, so that it is laid out as it will be there, and drawn smaller where there is less
 * room. It can run nothing; what is clicked in it is heard from here.
 */
export function PreviewFrame({ html, screen, title, isBusy, sight, describe, onPlace, children }: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLIFrameElement>(null)
  const place = useFieldLocation()
  const room = useWidth(frame)
  const scale = room === 0 ? 1 : Math.min(1, room / widths[screen])
  /** What the frame begins with; later documents are laid over it, so that nothing blinks. */
  const [first, setFirst] = useState(html)
  if (first === undefined && html !== undefined) setFirst(html)
  const [arrived, setArrived] = useState<Document>()

  const go = useEffectEvent(onPlace)
  const name = useEffectEvent(describe)
  useEffect(() => {
    if (arrived) bringAlive(arrived, { describe: (path) => name(path), onPlace: (to) => go(to) })
  }, [arrived])

  const follow = useEffectEvent((document: Document, next: string, on: Screen) => {
    showIn(document, next, describe)
    // Those of phones and tablets take no room.
    showScrollbar(document, on === 'desktop')
    outline(document, place.current)
  })
  useEffect(() => {
    if (arrived && html !== undefined) follow(arrived, html, screen)
  }, [arrived, html, screen])

  // Beside the fields it follows the cursor, once the place of the cursor is known.
  useEffect(() => {
    if (!arrived) return undefined
    let last = place.current
    let asked = 0
    const onFocus = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => {
        const { path, block } = place.current ?? {}
        if (path !== last?.path || block !== last?.block) outline(arrived, place.current)
        last = place.current
      })
    }
    document.addEventListener('focusin', onFocus)
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('focusin', onFocus)
    }
  }, [arrived, place])

  useEffect(() => {
    if (arrived && sight !== undefined) bringIntoSight(arrived, sight)
  }, [arrived, sight])

  return (
    <div className="edit-preview-frame" data-screen={screen} ref={frame} aria-busy={isBusy}>
      {first !== undefined && (
        <iframe
          ref={shown}
          sandbox="allow-same-origin"
          srcDoc={first}
          title={title}
          onLoad={() => setArrived(shown.current?.contentDocument ?? undefined)}
          style={{ width: widths[screen], height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      )}
      {children}
    </div>
  )
}

/** How wide an element is inside, 0 while that is not known. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measured = element.current
    if (!measured || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
