import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, type DragEvent, useCallback, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { RowFields } from '#records/kind/fields'
import { Button } from '#ui/controls/buttons/button'
import { useToast } from '#ui/toasts/toast'
import {
  blankRow,
  type ListPath,
  type Block,
  blocksAt,
  freeId,
  insertBlock,
  moveBlock,
  removeBlock,
  setHidden,
  textsOfBlock,
  type CopiedBlock,
  storeCopiedBlock,
} from './list-edits'
import { blockNewsAtom } from './block-stage'

type Blocks = {
  content: Record<string, unknown>
  place: ListPath
  onEdit: (change: (content: Block) => Block) => void
  typeOf: (block: Block) => string
  onToggle: (index: number) => void
  /** Selects the block at an index, and focuses it unless the action began in the preview. */
  focusBlock: (index: number) => void
}

/**
 * Actions on blocks by index. The functions have a stable identity, so that memoized blocks are rendered again only
 * when they change.
 */
export function useBlockActions(blocks: Blocks) {
  const t = useText()
  const toast = useToast()
  const announce = useSetAtom(blockNewsAtom)
  const newest = useRef(blocks)
  useEffect(() => {
    newest.current = blocks
  })
  return useMemo(() => {
    const edit = (index: number, change: (content: Block, place: ListPath) => Block) => {
      const { place, onEdit, focusBlock } = newest.current
      onEdit((content) => change(content, place))
      focusBlock(index)
    }
    const idOfNew = () => freeId(newest.current.content, newest.current.place)
    const listed = () => blocksAt(newest.current.content, newest.current.place)
    const blockAt = (index: number) => listed()[index]
    const typeAt = (index: number) => newest.current.typeOf(blockAt(index) ?? {})
    return {
      toggle: (index: number) => newest.current.onToggle(index),
      insert: (index: number, type: string, fields: RowFields) => {
        announce(t('blocks.added', { type: newest.current.typeOf({ type }), place: index + 1 }))
        edit(index, (now, place) => insertBlock(now, place, index, { id: idOfNew(), type, ...blankRow(fields) }))
      },
      paste: (index: number, { block, texts }: CopiedBlock) => {
        announce(t('blocks.added', { type: newest.current.typeOf(block), place: index + 1 }))
        edit(index, (now, place) => insertBlock(now, place, index, { ...block, id: idOfNew() }, texts))
      },
      move: (from: number, to: number) => {
        announce(t('blocks.movedTo', { type: typeAt(from), place: to + 1, count: listed().length }))
        edit(to, (now, place) => moveBlock(now, place, from, to))
      },
      hide: (index: number) => {
        const { onEdit, place } = newest.current
        const isHidden = blockAt(index)?.hidden !== true
        announce(t(isHidden ? 'blocks.nowHidden' : 'blocks.nowShown', { type: typeAt(index) }))
        onEdit((now) => setHidden(now, place, index, isHidden))
      },
      /** Hides a block that only the preview shows, and offers to undo it. */
      hideInPreview: (index: number) => {
        const { onEdit, place } = newest.current
        const block = blockAt(index)
        const type = typeAt(index)
        onEdit((now) => setHidden(now, place, index, true))
        const undo = () => {
          const now = listed().findIndex(({ id }) => id === block?.id)
          if (now === -1) return
          edit(now, (content, at) => setHidden(content, at, now, false))
          toast({ title: t('blocks.nowShown', { type }) })
        }
        toast({ title: t('blocks.nowHidden', { type }), action: <Button onPress={undo}>{t('life.undo')}</Button> })
      },
      duplicate: (index: number) => {
        announce(t('blocks.duplicated', { type: typeAt(index), place: index + 2 }))
        const block = { ...blockAt(index) }
        edit(index + 1, (now, place) =>
          insertBlock(now, place, index + 1, { ...block, id: idOfNew() }, textsOfBlock(now, place, block)),
        )
      },
      /** Copies for this page or another one, in this window or another one. */
      copy: (index: number) => {
        const block = blockAt(index)
        const { content, place } = newest.current
        if (block)
          storeCopiedBlock({
            block: { ...block, type: String(block.type) },
            texts: textsOfBlock(content, place, block),
          })
      },
      /** Offers to undo it, together with the block's translations. */
      remove: (index: number) => {
        const block = blockAt(index)
        if (!block) return
        const { content, place, typeOf } = newest.current
        const texts = textsOfBlock(content, place, block)
        const type = typeOf(block)
        edit(index - 1, (now) => removeBlock(now, place, index))
        const undo = () => {
          edit(index, (now) => insertBlock(now, place, index, block, texts))
          // Replaces the button, so that it works once.
          toast({ title: t('blocks.restored', { type }) })
        }
        toast({ title: t('blocks.removed', { type }), action: <Button onPress={undo}>{t('life.undo')}</Button> })
      },
    }
  }, [t, toast, announce])
}

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
