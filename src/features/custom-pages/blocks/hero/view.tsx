import { BlockPicture } from '../block-picture'
import { BlockAction, BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export function HeroView({ isFirst, ...props }: ViewProps) {
  const { said } = props
  return (
    <>
      <div className="block-words">
        <BlockTitle {...props} />
        <BlockText of={said} name="text" className="block-lead" />
        <BlockAction of={said.part('action')} />
      </div>
      <BlockPicture
        of={said.part('picture')}
        className="block-plate"
        sizes="(min-width: 60rem) min(45vw, 54rem), 92vw"
        priority={isFirst}
      />
    </>
  )
}
