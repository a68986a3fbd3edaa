import { useState } from 'react'
import { useMedia } from '#ui/controls/use-media'
import { useRemembered } from '#editing/use-remembered'

/** Wide enough for a panel beside the text; otherwise it is a sheet. */
const besideTheText = '(min-width: 1024px)'
/** Wide enough for a preview beside the text; otherwise it is only a tab. */
const roomForPreview = '(min-width: 1280px)'

export type Panel = 'details' | 'preview'
const choices = ['open', 'preview', 'folded'] as const

/**
 * The panel beside the text: the details of a record, its preview, or nothing, as last chosen. On narrow screens the
 * details are a sheet that opens on demand. `initial` applies until a choice is made: the preview for content made of
 * blocks.
 */
export function useSidePanel(initial: Panel = 'details') {
  const isBeside = useMedia(besideTheText)
  const hasRoom = useMedia(roomForPreview)
  const [remembered, remember] = useRemembered(
    initial === 'preview' ? 'industria-blocks-panel' : 'industria-editor-panel',
    choices,
    initial === 'preview' ? 'preview' : 'open',
  )
  const [isSheet, setIsSheet] = useState(false)
  const beside = remembered === 'preview' && !hasRoom ? 'open' : remembered
  const isOpen = isBeside ? beside === 'open' : isSheet
  const show = (open: boolean) => (isBeside ? remember(open ? 'open' : 'folded') : setIsSheet(open))
  /** Prepares for showing fields: a sheet covers the text, so it opens only if all of them are in it. */
  const revealFields = (inPanel: 'none' | 'some' | 'all') => {
    if (!isBeside) setIsSheet(inPanel === 'all')
    else if (inPanel !== 'none') remember('open')
  }
  return {
    isOpen,
    isSheet: !isBeside && isSheet,
    show,
    revealFields,
    isPreview: isBeside && beside === 'preview',
    /** Absent if there is no room for it. */
    showPreview: hasRoom ? (open: boolean) => remember(open ? 'preview' : 'folded') : undefined,
  }
}

export type SidePanelState = ReturnType<typeof useSidePanel>
