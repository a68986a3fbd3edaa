import { useState } from 'react'
import { preload } from 'react-dom'
import pictures from './pictures.json'

type PictureProps = {
  src: string
  alt: string
  /** The `sizes` attribute: how wide the picture is shown. */
  sizes: string
  /** The largest picture of the first screen: loaded at once and first. */
  priority?: boolean
  className?: string
}

type KnownPicture = { src: string; width: number; height: number; widths: number[] }
const known: Record<string, Omit<KnownPicture, 'src'>> = pictures

/** What the site knows of its own pictures. */
export function knownPicture(src: string): KnownPicture | undefined {
  const picture = Object.hasOwn(known, src) ? known[src] : undefined
  return picture && { src, ...picture }
}

/**
 * A picture that reserves its place: pictures of the site itself come in AVIF and WebP sizes, others as they are at
 * 16:10. One that does not come is drawn as an opening crossed out (without scripts by the style sheet, where the
 * browser can).
 */
export function Picture({ src, alt, sizes, priority = false, className }: PictureProps) {
  const picture = knownPicture(src)
  // Without an address nothing comes.
  const [missing, setMissing] = useState('')
  if (missing === src)
    return <div className="skeleton-picture" role={alt ? 'img' : undefined} aria-label={alt || undefined} />
  if (priority) preloadPicture(src, picture, sizes)
  const image = (
    <img
      className={className}
      ref={(shown) => void (shown && failed(shown).then((yes) => yes && setMissing(src)))}
      onError={() => setMissing(src)}
      src={src}
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
      <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />
      {image}
    </picture>
  )
}

/**
 * Whether it failed before anybody listened. A drawing without a size of its own is no failure, though it has no width
 * either.
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

/** In the head, in the one form that every browser of today takes. */
function preloadPicture(src: string, picture: KnownPicture | undefined, sizes: string) {
  const set = picture && { imageSrcSet: srcSet(picture, 'avif'), imageSizes: sizes, type: 'image/avif' }
  preload(src, { as: 'image', fetchPriority: 'high', ...set })
}

export function srcSet({ src, widths }: KnownPicture, type: 'avif' | 'webp'): string {
  const name = src.replace(/\.\w+$/, '')
  return widths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ')
}
