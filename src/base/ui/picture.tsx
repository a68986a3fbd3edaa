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

type KnownPicture = { width: number; height: number; widths: number[] }
const known: Record<string, KnownPicture> = pictures

/** A picture that reserves its place: pictures of the site itself come in AVIF and WebP sizes, others as they are at 16:10. */
export function Picture({ src, alt, sizes, priority = false, className }: PictureProps) {
  const picture = known[src]
  const image = (
    <img
      className={className}
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
      <source type="image/avif" srcSet={srcSet(src, picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(src, picture, 'webp')} sizes={sizes} />
      {image}
    </picture>
  )
}

export function srcSet(src: string, picture: KnownPicture, type: 'avif' | 'webp'): string {
  const name = src.replace(/\.\w+$/, '')
  return picture.widths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ')
}
