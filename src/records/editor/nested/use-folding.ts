import { useCallback, useEffect, useState } from 'react'
import { focusFieldEvent } from '#records/editor/fields/field-location'

/** Up to this number, blocks are expanded at first. */
const maxUnfolded = 3

/**
 * Which blocks are collapsed: all stored ones of many, until one is opened. A block that is new, has an error
 * (`isFaulty`), or contains the field to focus, is expanded. `below` is the path of the blocks in field locations.
 */
export function useFolding(
  below: string,
  ids: readonly string[],
  stored: readonly string[],
  isFaulty: (index: number) => boolean,
) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(ids.length > maxUnfolded ? ids.filter((id) => stored.includes(id)) : []),
  )
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
