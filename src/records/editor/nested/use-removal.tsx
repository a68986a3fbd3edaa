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
}

/** Takes a block away, and offers to put it back with its translations. */
export function useRemoval({ content, place, onEdit, typeOf }: Removal) {
  const t = useText()
  const toast = useToast()
  // What is put back goes into what is there by then.
  const latest = useRef(onEdit)
  useEffect(() => {
    latest.current = onEdit
  })
  return (index: number) => {
    const block = blocksAt(content, place)[index]
    if (!block) return
    const texts = textsOfBlock(content, place, block)
    onEdit((json) => removeBlock(json, place, index))
    const undo = () => latest.current((json) => putBlockBack(json, place, index, block, texts))
    toast({
      title: t('blocks.removed', { type: typeOf(block) }),
      action: <Button onPress={undo}>{t('life.undo')}</Button>,
    })
  }
}
