import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Remembers the scroll position of the surrounding dialog for each `place`, and restores it. */
export function useScrollMemory<E extends HTMLElement>(place: string): RefObject<E | null> {
  const inside = useRef<E>(null)
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const around = inside.current?.closest('.kit-dialog-body')
    if (!around) return undefined
    around.scrollTop = places.current.get(place) ?? 0
    const keep = () => places.current.set(place, around.scrollTop)
    around.addEventListener('scroll', keep)
    return () => around.removeEventListener('scroll', keep)
  }, [place])
  return inside
}
