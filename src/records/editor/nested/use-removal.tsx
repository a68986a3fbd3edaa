import { useEffect, useRef } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type Block, blocksAt, putBlockBack, removeBlock, textsOfBlock } from './block-edits'
import type { ListPath } from './list-edits'

type Removal = {
  content: Record<string, unknown>
  place: ListPath
  onEdit: (change: (text: string) => string) => void
  typeOf: (block: Block) => string
  focusBlock: (index: number) => void
}

/** Removes a block, and offers to undo it together with its translations. */
export function useRemoval({ content, place, onEdit, typeOf, focusBlock }: Removal) {
  const t = useText()
  const toast = useToast()
  // Undo applies to the content at that time.
  const latest = useRef(onEdit)
  useEffect(() => {
    latest.current = onEdit
  })
  return (index: number) => {
    const block = blocksAt(content, place)[index]
    if (!block) return
    const texts = textsOfBlock(content, place, block)
    onEdit((json) => removeBlock(json, place, index))
    const type = typeOf(block)
    const undo = () => {
      latest.current((json) => putBlockBack(json, place, index, block, texts))
      focusBlock(index)
      // Replaces the button, so that it works once.
      toast({ title: t('blocks.restored', { type }) })
    }
    toast({
      title: t('blocks.removed', { type }),
      action: <Button onPress={undo}>{t('life.undo')}</Button>,
    })
  }
}
