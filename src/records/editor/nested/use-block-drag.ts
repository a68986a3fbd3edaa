import { type DragEvent, useCallback, useState } from 'react'

type Over = { index: number; side: 'before' | 'after' }

/** Drag and drop of blocks by a handle, onto the upper or the lower half of another block. */
export function useBlockDrag(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<Over>()
  const end = useCallback(() => {
    setDragged(undefined)
    setOver(undefined)
  }, [])
  const handle = useCallback(
    (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        const block = event.currentTarget.closest('fieldset')
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', '')
        if (block) event.dataTransfer.setDragImage(block, 0, 0)
        setDragged(index)
      },
      onDragEnd: end,
    }),
    [end],
  )
  return {
    isDragged: (index: number) => dragged === index,
    sideOf: (index: number) => (over?.index === index && dragged !== index ? over.side : undefined),
    /** The drag handle of the block at an index; stable across renders. */
    handle,
    target: (index: number) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === undefined) return
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const side = event.clientY < top + height / 2 ? 'before' : 'after'
        if (over?.index !== index || over.side !== side) setOver({ index, side })
      },
    }),
    /** Around all blocks: between two of them, where the line is, the last one counts. */
    list: {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged !== undefined) event.preventDefault()
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (dragged === undefined || !over) return
        event.preventDefault()
        const place = over.side === 'before' ? over.index : over.index + 1
        const to = place > dragged ? place - 1 : place
        if (to !== dragged) onMove(dragged, to)
        end()
      },
    },
  }
}
