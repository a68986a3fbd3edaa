import { type RefObject, useEffect, useRef, useState } from 'react'

const near = '800px 0px'

/**
 * For a stretch of table rows, drawn while it is near the window or holds the focus: null, and otherwise the height of
 * each row, to leave that much room.
 */
export function useNearWindow(
  startsDrawn: boolean,
  guessedRowHeight = 53,
): [RefObject<HTMLTableSectionElement | null>, number | null] {
  const body = useRef<HTMLTableSectionElement>(null)
  const drawsAll = startsDrawn || typeof IntersectionObserver === 'undefined'
  /** 0 before it is known. */
  const [rowHeight, setRowHeight] = useState(drawsAll ? null : 0)

  useEffect(() => {
    const element = body.current
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const {
          isIntersecting,
          boundingClientRect: { height },
        } = entry
        if (isIntersecting) setRowHeight(null)
        else if (height > 0 && !element.contains(document.activeElement))
          setRowHeight((known) => known ?? height / element.rows.length)
      },
      // The second is for lists that scroll by themselves, where browsers know it.
      { rootMargin: near, scrollMargin: near } as IntersectionObserverInit,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return [body, rowHeight === 0 ? guessedRowHeight : rowHeight]
}
