import { BlockPicture } from '../block-picture'
import { BlockAction, BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export function HeroView({ isFirst, ...props }: ViewProps) {
  const { texts } = props
  return (
    <>
      <div className="block-words">
        <BlockTitle {...props} />
        <BlockText of={texts} name="text" className="block-lead" />
        <BlockAction of={texts.part('action')} />
      </div>
      <BlockPicture
        of={texts.part('picture')}
        className="block-plate"
        sizes="(min-width: 60rem) min(45vw, 54rem), 92vw"
        priority={isFirst}
      />
    </>
  )
}
