import { BlockPicture } from '../block-picture'
import { BlockText } from '../block-text'
import type { ViewProps } from '../view'

export function PictureView({ texts, isFirst }: ViewProps) {
  const isWide = texts.value('wide') === true
  return (
    <figure data-wide={isWide || undefined}>
      <BlockPicture
        of={texts}
        className="block-frame"
        shape="whole"
        sizes={isWide ? '(min-width: 120rem) 106rem, 92vw' : '(min-width: 60rem) min(52vw, 66rem), 92vw'}
        priority={isFirst}
      />
      <BlockText of={texts} name="caption" as="figcaption" />
    </figure>
  )
}
