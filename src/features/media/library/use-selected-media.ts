import { useRef, useState } from 'react'
import type { Key, Selection } from 'react-aria-components'
import type { MediaItem } from '../contract'

const none: Selection = new Set<Key>()

/**
 * The selected ones of the listed items. A search or another filter ends the selection, so that nothing is changed that
 * is not visible. `keepRange` is told whether Shift is held: then a checkbox selects everything since the last one.
 */
export function useSelectedMedia(items: readonly MediaItem[], filters: string) {
  const [selection, setSelection] = useState({ filters, keys: none })
  const last = useRef<number>(undefined)
  const isRange = useRef(false)
  const keys = selection.filters === filters ? selection.keys : none
  const isSelected = ({ id }: MediaItem) => keys === 'all' || keys.has(id)
  const select = (next: Selection) => setSelection({ filters, keys: next })
  return {
    keys,
    selected: items.filter(isSelected),
    selectAll: () => select(new Set(items.map(({ id }) => id))),
    /** Selects these items instead. */
    selectOnly: (some: readonly MediaItem[]) => select(new Set(some.map(({ id }) => id))),
    keepRange: (isShiftHeld: boolean) => {
      isRange.current = isShiftHeld
    },
    change: (next: Selection) => {
      const now = next === 'all' ? new Set<Key>(items.map(({ id }) => id)) : next
      const [changed, ...others] = items.filter((item) => isSelected(item) !== now.has(item.id))
      if (!changed || others.length > 0) return select(now)
      const range = isRange.current ? between(items, last.current, changed.id) : []
      last.current = changed.id
      select(range.length > 1 ? withRange(now, range, now.has(changed.id)) : now)
    },
  }
}

function between(items: readonly MediaItem[], one: number | undefined, other: number): number[] {
  const places = [one, other].map((id) => items.findIndex((item) => item.id === id))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? [] : items.slice(from, to + 1).map(({ id }) => id)
}

function withRange(keys: ReadonlySet<Key>, range: readonly number[], isAdded: boolean): Set<Key> {
  const changed = new Set(keys)
  for (const id of range) {
    if (isAdded) changed.add(id)
    else changed.delete(id)
  }
  return changed
}
