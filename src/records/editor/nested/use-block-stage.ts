import { useAtom, useSetAtom } from 'jotai'
import { type RefObject, useEffect } from 'react'
import {
  blockNewsAtom,
  scrollBehavior,
  selectedBlockAtom,
  stageClass,
  type StagedBlocks,
  stagedBlocksAtom,
} from './block-stage'

/** The selected block, which rows and preview outline; scrolls to its row if it was selected elsewhere. */
export function useSelection(frame: RefObject<HTMLFieldSetElement | null>, ids: readonly string[]) {
  const [selected, select] = useAtom(selectedBlockAtom)
  const index = ids.indexOf(selected ?? '')
  useEffect(() => {
    const row = rowsIn(frame.current)[index]
    if (!row) return undefined
    // In a hidden tab it waits until the row is shown.
    const shown = new ResizeObserver(() => {
      if (row.offsetHeight === 0) return
      shown.disconnect()
      if (!row.contains(document.activeElement)) row.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
    })
    shown.observe(row)
    return () => shown.disconnect()
  }, [frame, index])
  const focusBlock = (place: number) =>
    requestAnimationFrame(() => {
      const row = rowsIn(frame.current)[Math.max(0, place)]
      select(row?.dataset.block)
      if (document.activeElement?.closest(`.${stageClass}`)) return
      // Without blocks, the button that adds one.
      ;(row ?? frame.current?.querySelector<HTMLElement>(':scope > .edit-row:last-child > button'))?.focus()
    })
  return { selected, select, focusBlock }
}

const rowsIn = (frame: HTMLElement | null) => [
  ...(frame?.querySelectorAll<HTMLElement>(':scope > .content-entry') ?? []),
]

/** Offers the blocks to the preview while the rows are shown. */
export function useStaging(now: StagedBlocks) {
  const stage = useSetAtom(stagedBlocksAtom)
  const select = useSetAtom(selectedBlockAtom)
  const announce = useSetAtom(blockNewsAtom)
  useEffect(() => stage((staged) => (staged && isSame(staged, now) ? staged : now)))
  useEffect(
    () => () => {
      stage(undefined)
      select(undefined)
      announce('')
    },
    [stage, select, announce],
  )
}

const isSame = (one: StagedBlocks, other: StagedBlocks): boolean =>
  one.actions === other.actions &&
  one.renderInsert === other.renderInsert &&
  JSON.stringify(one.blocks) === JSON.stringify(other.blocks)
