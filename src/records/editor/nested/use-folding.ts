import { useCallback, useEffect, useState } from 'react'
import { focusFieldEvent } from '#records/editor/fields/field-location'

/** Blocks that are at once unfolded: of more, one line each is enough to find what one looks for. */
const mostUnfolded = 3

/**
 * Which blocks are folded to their first line: all of many, until somebody opens one. A block that is new, that has a
 * fault (`isFaulty`), or whose field is looked for, is open. `below` is where the blocks lie in places of fields.
 */
export function useFolding(below: string, ids: readonly string[], isFaulty: (index: number) => boolean) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(ids.length > mostUnfolded ? ids : []))
  const unfold = useCallback((wanted: readonly string[]) => {
    setFolded((now) => (wanted.some((id) => now.has(id)) ? now.difference(new Set(wanted)) : now))
  }, [])

  useEffect(() => {
    const show = (event: Event) => {
      const path = event instanceof CustomEvent ? String(event.detail) : ''
      const holders = ids.filter((id) => path.replace(/^translations\.\w+\./, '').startsWith(`${below}.${id}.`))
      if (holders.length > 0) unfold(holders)
    }
    document.addEventListener(focusFieldEvent, show)
    return () => document.removeEventListener(focusFieldEvent, show)
  }, [below, ids, unfold])

  const isOpen = (index: number) => !folded.has(ids[index] ?? '') || isFaulty(index)
  return {
    isOpen,
    toggle: (index: number) => {
      const id = ids[index] ?? ''
      if (isOpen(index)) setFolded((now) => new Set([...now, id]))
      else unfold([id])
    },
    isAllFolded: ids.every((id) => folded.has(id)),
    foldAll: () => setFolded(new Set(ids)),
    unfoldAll: () => setFolded(new Set()),
  }
}
