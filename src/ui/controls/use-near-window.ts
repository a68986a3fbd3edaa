import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const near = '800px 0px'

/**
 * For a chunk of table rows that is rendered while it is near the viewport or contains the focus: null then, otherwise
 * the height of each row for the placeholder.
 */
export function useNearWindow(
  startsDrawn: boolean,
  guessedRowHeight = 53,
): [RefObject<HTMLTableSectionElement | null>, number | null] {
  const body = useRef<HTMLTableSectionElement>(null)
  const drawsAll = startsDrawn || typeof IntersectionObserver === 'undefined'
  /** 0 before it is measured. */
  const [rowHeight, setRowHeight] = useState(drawsAll ? null : 0)

  // The rows of the first chunk give a closer guess: what is below a chunk moves when it is rendered in another height,
  // and a button that moves while it is pressed is not clicked.
  useLayoutEffect(() => {
    const first = body.current?.parentElement?.querySelector('tbody')
    if (!first || first.childElementCount < 2 || first.offsetHeight === 0) return
    const height = first.offsetHeight / first.childElementCount
    setRowHeight((known) => (known === 0 ? height : known))
  }, [])

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
      // The second is for lists that scroll by themselves, in browsers that support it.
      { rootMargin: near, scrollMargin: near } as IntersectionObserverInit,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return [body, rowHeight === 0 ? guessedRowHeight : rowHeight]
}
