import { BlockPicture } from '../block-picture'
import { BlockText } from '../block-text'
import type { ViewProps } from '../view'

export function PictureView({ said, isFirst }: ViewProps) {
  const isWide = said.value('wide') === true
  return (
    <figure data-wide={isWide || undefined}>
      <BlockPicture
        of={said}
        className="block-frame"
        shape="whole"
        sizes={isWide ? '(min-width: 120rem) 106rem, 92vw' : '(min-width: 60rem) min(52vw, 66rem), 92vw'}
        priority={isFirst}
      />
      <BlockText of={said} name="caption" as="figcaption" />
    </figure>
  )
}
