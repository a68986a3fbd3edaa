import type { ComponentProps } from 'react'
import { Picture } from '#ui/pictures/picture'
import type { Said } from './said'

type BlockPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'alt'> & { of: Said; className: string }

/** A picture of a block, with the words that the block has for it; nothing where there is none. */
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
