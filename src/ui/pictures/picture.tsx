import { useContext, useState } from 'react'
import { preload } from 'react-dom'
import { usePageLanguage } from '#i18n/language-atom'
import {
  alternative,
  variantAddress,
  heightIn,
  type LibraryPicture,
  type Shape,
  widthsIn,
} from '#contract/picture-variants'
import { LibraryPicturesContext } from './library-pictures'
import pictures from './pictures.json'

type PictureProps = {
  src: string
  /** Used if the library has no alternative text. */
  alt: string
  /** The `sizes` attribute: the width at which the picture is shown. */
  sizes: string
  /** The largest picture of the first screen: loaded eagerly with high priority. */
  priority?: boolean
  /** The aspect ratio, where the layout sets one. */
  shape?: Shape
}

type KnownPicture = { src: string; width: number; height: number; widths: number[] }
const known: readonly string[] = pictures

/** The data of a picture of the site. */
export const knownPicture = (src: string): KnownPicture | undefined =>
  known.includes(src) ? { src, width: 1600, height: 1000, widths: [480, 800, 1200, 1600] } : undefined

type SizedPicture = {
  src: string
  width: number
  height: number
  /** `source` elements, best format first. */
  sources: { type: string; srcSet: string }[]
}

/** A picture with its available sizes; undefined for those of other sites. */
export function sizedPicture(src: string, own: LibraryPicture | undefined, shape: Shape): SizedPicture | undefined {
  if (!own) {
    const picture = knownPicture(src)
    return picture && { ...picture, sources: sourcesOf((type) => srcSet(picture, type)) }
  }
  if (own.sort === 'drawing') return { src, width: own.width, height: own.height, sources: [] }
  const widths = widthsIn(shape, own)
  const width = widths.at(-1)!
  const all = sourcesOf((type) => widths.map((at) => `${variantAddress(own, shape, at, type)} ${at}w`).join(', '))
  return {
    src: variantAddress(own, shape, widths[1] ?? width, 'webp'),
    width,
    height: heightIn(shape, own, width),
    sources: own.sort === 'moving' ? all.slice(1) : all,
  }
}

const sourcesOf = (srcSetOf: (type: 'avif' | 'webp') => string) =>
  (['avif', 'webp'] as const).map((type) => ({ type: `image/${type}`, srcSet: srcSetOf(type) }))

/**
 * A picture that reserves its space: those of the library and of the site itself have AVIF and WebP variants, others are
 * shown as they are at 16:10. One that fails to load is shown as a crossed-out frame (without scripts by the style sheet, where
 * the browser supports it).
 */
export function Picture({ src, alt: ownAlt, sizes, priority = false, shape = 'wide' }: PictureProps) {
  const own = useContext(LibraryPicturesContext)(src)
  const language = usePageLanguage()
  const alt = own ? (own.decorative ? '' : alternative(own, language) || ownAlt) : ownAlt
  const picture = sizedPicture(src, own, shape)
  // Without a URL nothing loads.
  const [missing, setMissing] = useState('')
  if (missing === src)
    return <div className="skeleton-picture" role={alt ? 'img' : undefined} aria-label={alt || undefined} />
  if (priority) preloadPicture(src, picture, sizes)
  const image = (
    <img
      ref={(shown) => void (shown && failed(shown).then((yes) => yes && setMissing(src)))}
      onError={() => setMissing(src)}
      src={picture?.src ?? src}
      data-colour={own?.colour ?? undefined}
      alt={alt}
      width={picture?.width ?? 1600}
      height={picture?.height ?? 1000}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? undefined : 'async'}
    />
  )
  if (!picture) return image
  return (
    <picture>
      {picture.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}

/**
 * Whether it failed before the listener was added. A drawing without an intrinsic size is no failure, though its width
 * is 0 too.
 */
async function failed(image: HTMLImageElement): Promise<boolean> {
  return (
    image.complete &&
    image.naturalWidth === 0 &&
    image.decode().then(
      () => false,
      () => true,
    )
  )
}

/** A preload in the head, in the one format that every current browser supports. */
function preloadPicture(src: string, picture: SizedPicture | undefined, sizes: string) {
  const [best] = picture?.sources ?? []
  const set = best && { imageSrcSet: best.srcSet, imageSizes: sizes, type: best.type }
  preload(picture?.src ?? src, { as: 'image', fetchPriority: 'high', ...set })
}

function srcSet({ src, widths }: KnownPicture, type: 'avif' | 'webp'): string {
  const name = src.replace(/\.\w+$/, '')
  return widths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ')
}
