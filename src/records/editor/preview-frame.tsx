import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How wide the screens are that a page is shown on, in pixels. */
const widths = { desktop: 1280, phone: 375 }
export type Screen = keyof typeof widths

type PreviewFrameProps = {
  html: string | undefined
  screen: Screen
  title: string
  isBusy: boolean
  children: ReactNode
}

/**
 * A document as wide as a screen, so that it is laid out as it will be there, and drawn smaller where there is less
 * room. It can run nothing and touch nothing around it.
 */
export function PreviewFrame({ html, screen, title, isBusy, children }: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const document = useRef<HTMLIFrameElement>(null)
  const room = useWidth(frame)
  const scale = room === 0 ? 1 : Math.min(1, room / widths[screen])
  useEffect(() => hideScrollbar(document.current, screen === 'phone'), [screen])
  const onLoad = () => {
    showAsWithScripts(document.current)
    hideScrollbar(document.current, screen === 'phone')
  }
  return (
    <div className="edit-preview-frame" data-screen={screen} ref={frame} aria-busy={isBusy}>
      {html !== undefined && (
        <iframe
          ref={document}
          sandbox="allow-same-origin"
          srcDoc={html}
          title={title}
          onLoad={onLoad}
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

/**
 * Where no script may run, browsers take the rules for pages without scripts; visitors will see the others. Rules that
 * hold in wider cases too stay: they bring the font.
 */
function showAsWithScripts(frame: HTMLIFrameElement | null) {
  for (const sheet of frame?.contentDocument?.styleSheets ?? []) {
    for (const rule of sheet.cssRules) {
      const media = 'media' in rule ? (rule as CSSMediaRule).media : undefined
      if (media?.mediaText === '(scripting: none)') media.mediaText = 'not all'
      else if (media?.mediaText === '(scripting: enabled)') media.mediaText = 'all'
    }
  }
}

/** Those of phones take no room. */
function hideScrollbar(frame: HTMLIFrameElement | null, isHidden: boolean) {
  const root = frame?.contentDocument?.documentElement
  if (root) root.style.scrollbarWidth = isHidden ? 'none' : 'auto'
}
