import { useState } from 'react'
import { useMedia } from '#ui/controls/use-media'
import { useRemembered } from '#editing/use-remembered'

/** From here on the panel stands beside the text; below it is a sheet over it. */
const besideTheText = '(min-width: 1024px)'

/** The panel of what is not the text: beside it, where it stays folded once it is, or a sheet that opens on demand. */
export function useSidePanel() {
  const isBeside = useMedia(besideTheText)
  const [remembered, remember] = useRemembered('industria-editor-panel', ['open', 'folded'], 'open')
  const [isSheet, setIsSheet] = useState(false)
  const isOpen = isBeside ? remembered === 'open' : isSheet
  const show = (open: boolean) => (isBeside ? remember(open ? 'open' : 'folded') : setIsSheet(open))
  /** For fields that are to be shown: a sheet covers the text, so it opens only if all of them are in it. */
  const lead = (inPanel: 'none' | 'some' | 'all') => {
    if (!isBeside) setIsSheet(inPanel === 'all')
    else if (inPanel !== 'none') remember('open')
  }
  return { isOpen, isSheet: !isBeside && isSheet, show, lead }
}

export type SidePanelState = ReturnType<typeof useSidePanel>
