import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const margin = 800

/**
 * For a chunk of `count` table rows that is rendered while it is near the viewport, contains the focus, or is printed:
 * null then, otherwise the height of each row for the placeholder.
 */
export function useNearWindow(
  count: number,
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

  /**
   * Several entries of one chunk arrive together when it comes and goes between two frames. Any that intersects draws
   * it, because the browser reports no second approach without a departure. What an entry says of a departure may be
   * out of date, so that the chunk's own place decides.
   */
  const onEntries = useEffectEvent((element: HTMLTableSectionElement, entries: IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) setRowHeight(null)
    // A placeholder is one row, which has nothing to measure.
    else if (element.childElementCount === count && isFar(element)) setRowHeight(element.offsetHeight / count)
  })

  useEffect(() => {
    const element = body.current
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => onEntries(element, entries),
      // The second is for lists that scroll by themselves, in browsers that support it.
      { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` } as IntersectionObserverInit,
    )
    observer.observe(element)
    const onPrint = () => flushSync(() => setRowHeight(null))
    const print = matchMedia('print')
    addEventListener('beforeprint', onPrint)
    print.addEventListener('change', onPrint)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', onPrint)
      print.removeEventListener('change', onPrint)
    }
  }, [])

  return [body, rowHeight === 0 ? guessedRowHeight : rowHeight]
}

function isFar(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  const isAway = bottom < -margin || top > innerHeight + margin
  return height > 0 && isAway && !element.contains(document.activeElement) && !matchMedia('print').matches
}
