import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldLocation, useFieldLocation } from '#records/editor/fields/field-location'
import { makeInteractive, scrollToElement, outline, patchDocument, showScrollbar } from './preview-document'

/** Widths of screens in pixels. */
const widths = { phone: 375, tablet: 768, desktop: 1280 }
export type Screen = keyof typeof widths

type PreviewFrameProps = {
  html: string | undefined
  screen: Screen
  title: string
  isBusy: boolean
  /** The selector of the element to scroll into view. */
  scrollTarget?: string
  describe: (path: string) => string
  onPlace: (place: FieldLocation) => void
  children: ReactNode
}

/**
 * A sandboxed document as wide as a screen, so that it has the same layout, scaled down to the available room. It runs
 * no scripts; its clicks are handled here.
 */
export function PreviewFrame({
  html,
  screen,
  title,
  isBusy,
  scrollTarget,
  describe,
  onPlace,
  children,
}: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLIFrameElement>(null)
  const place = useFieldLocation()
  const room = useWidth(frame)
  const scale = room === 0 ? 1 : Math.min(1, room / widths[screen])
  /** The first document of the frame; later ones are patched into it, to avoid flicker. */
  const [first, setFirst] = useState(html)
  if (first === undefined && html !== undefined) setFirst(html)
  const [arrived, setArrived] = useState<Document>()

  const go = useEffectEvent(onPlace)
  useEffect(() => {
    if (arrived) makeInteractive(arrived, (to) => go(to))
  }, [arrived])

  const follow = useEffectEvent((document: Document, next: string, on: Screen) => {
    patchDocument(document, next, describe)
    // Phones and tablets have overlay scrollbars.
    showScrollbar(document, on === 'desktop')
    outline(document, place.current)
  })
  useEffect(() => {
    if (arrived && html !== undefined) follow(arrived, html, screen)
  }, [arrived, html, screen])

  // Beside the fields the preview follows the cursor, once its location is known.
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
    if (arrived && scrollTarget !== undefined) scrollToElement(arrived, scrollTarget)
  }, [arrived, scrollTarget])

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

/** The inner width of an element, 0 while it is unknown. */
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
