import { useState } from 'react'
import { useMedia } from '#ui/controls/use-media'
import { useRemembered } from '#editing/use-remembered'

/** From here on the panel stands beside the text; below it is a sheet over it. */
const besideTheText = '(min-width: 1024px)'
/** From here on there is room for a preview beside the text; below it has a tab only. */
const roomForPreview = '(min-width: 1280px)'

export type Panel = 'details' | 'preview'
const choices = ['open', 'preview', 'folded'] as const

/**
 * What stands beside the text: the details of a record or its preview, whichever was asked for last, or nothing. Where
 * there is less room the details are a sheet that opens on demand. `initial` holds until somebody chooses: what is laid
 * out in blocks is written beside its preview.
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
  /** For fields that are to be shown: a sheet covers the text, so it opens only if all of them are in it. */
  const lead = (inPanel: 'none' | 'some' | 'all') => {
    if (!isBeside) setIsSheet(inPanel === 'all')
    else if (inPanel !== 'none') remember('open')
  }
  return {
    isOpen,
    isSheet: !isBeside && isSheet,
    show,
    lead,
    isPreview: isBeside && beside === 'preview',
    /** Absent where there is no room for it. */
    showPreview: hasRoom ? (open: boolean) => remember(open ? 'preview' : 'folded') : undefined,
  }
}

export type SidePanelState = ReturnType<typeof useSidePanel>
