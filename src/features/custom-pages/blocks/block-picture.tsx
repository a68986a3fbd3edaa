import { type ComponentProps, useContext } from 'react'
import { type LibraryPicture, shapes } from '#contract/picture-variants'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { Picture } from '#ui/pictures/picture'
import type { LocalizedTexts } from '#records/translation/localized-texts'

type BlockPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'alt'> & { of: LocalizedTexts; className: string }

/**
 * A picture of a block with the block's alternative text; renders nothing without one. `data-x` and `data-y` are the
 * focus point, for frames of another shape than the picture.
 */
export function BlockPicture({ of, className, ...props }: BlockPictureProps) {
  const src = of.text('src')
  const alt = of.text('alt')
  const own = useContext(LibraryPicturesContext)(src)
  const focus = own && focusIn(own, shapes[props.shape ?? 'wide'])
  return (
    src && (
      <div className={className} lang={alt ? of.lang('alt') : undefined} data-x={focus?.x} data-y={focus?.y}>
        <Picture src={src} alt={alt} {...props} />
      </div>
    )
  )
}

/** The focus point in the variant of this aspect ratio, in per cent; a drawing has no variants. */
function focusIn({ focus, width, height, sort }: LibraryPicture, ratio: number | undefined) {
  const own = width / height
  const kept = ratio && sort !== 'drawing' ? { x: ratio / own, y: own / ratio } : { x: 1, y: 1 }
  return { x: `${within(focus.x, kept.x)}%`, y: `${within(focus.y, kept.y)}%` }
}

/** Where a point is in the part of a length that is cut out around it. */
function within(at: number, part: number): number {
  const start = part < 1 ? Math.min(Math.max(at - part / 2, 0), 1 - part) : 0
  return Math.round(((at - start) / Math.min(part, 1)) * 100)
}
