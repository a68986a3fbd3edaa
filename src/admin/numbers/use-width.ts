import { useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is drawn, in pixels. */
export function useWidth(before: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [before])
  return { ref, width }
}
