import type { ComponentProps } from 'react'
import { Picture } from '#ui/pictures/picture'
import type { LocalizedTexts } from '#records/translation/localized-texts'

type BlockPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'alt'> & { of: LocalizedTexts; className: string }

/** A picture of a block with the block's alternative text; renders nothing without one. */
export function BlockPicture({ of, className, ...props }: BlockPictureProps) {
  const src = of.text('src')
  const alt = of.text('alt')
  return (
    src && (
      <div className={className} lang={alt ? of.lang('alt') : undefined}>
        <Picture src={src} alt={alt} {...props} />
      </div>
    )
  )
}
