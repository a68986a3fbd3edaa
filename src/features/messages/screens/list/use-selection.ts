import { useCallback, useMemo, useRef, useState } from 'react'
import type { Message } from '#features/messages/contract'

/** The selected messages. Those hidden by a filter or in another folder are deselected. */
export function useSelection(shown: readonly Message[]) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  /** The start of a range selection. */
  const anchor = useRef<number>(undefined)
  const selected = useMemo(() => shown.filter(({ id }) => marked.has(id)), [shown, marked])

  const set = useCallback((ids: readonly number[], isSelected: boolean) => {
    setMarked((now) => {
      const next = new Set(now)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])

  return {
    selected,
    has: (id: number) => marked.has(id),
    set: (id: number, isSelected: boolean) => {
      anchor.current = id
      set([id], isSelected)
    },
    /** Selects the range from the last selected message to this one. */
    setUpTo: (id: number, isSelected: boolean) => {
      const ends = [
        shown.findIndex((one) => one.id === (anchor.current ?? id)),
        shown.findIndex((one) => one.id === id),
      ]
      const [from = 0, to = 0] = ends.toSorted((one, other) => one - other)
      set(
        shown.slice(Math.max(from, 0), to + 1).map((one) => one.id),
        isSelected,
      )
    },
    setAll: (isSelected: boolean) => setMarked(new Set(isSelected ? shown.map(({ id }) => id) : [])),
    clear: () => setMarked(new Set()),
  }
}
