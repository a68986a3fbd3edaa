import type { Language } from '#i18n/language'

/** The data needed to render a picture of the library. `focus` is from 0 to 1. */
export type LibraryPicture = {
  hash: string
  width: number
  height: number
  focus: { x: number; y: number }
  alt: Record<Language, string>
  /** Marked as decorative, without alternative text. */
  decorative: boolean
  /** The placeholder colour while it loads, `#rrggbb`; null for a picture with transparency. */
  colour: string | null
  /** `moving`: WebP only; `drawing`: scalable, so it has a single variant. */
  sort: 'still' | 'moving' | 'drawing'
}

/** A picture of the library with the URL stored in content; `read` returns its public file. */
export type NamedPicture = { url: string; picture: LibraryPicture; read(): Promise<Uint8Array<ArrayBuffer>> }

/** The alternative text, in another language if there is none in this one. */
export function alternative({ alt, decorative }: Pick<LibraryPicture, 'alt' | 'decorative'>, language: Language) {
  return decorative ? '' : alt[language] || Object.values(alt).find(Boolean) || ''
}

type Size = Pick<LibraryPicture, 'width' | 'height'>

/** By the URLs stored in content. */
export type Pictures = Partial<Record<string, LibraryPicture>>
export type Documents = Partial<Record<string, { bytes: number }>>

/** Aspect ratios, width to height; `whole` keeps the picture's own. */
export const shapes = { whole: undefined, wide: 16 / 10, square: 1 } as const
export type Shape = keyof typeof shapes

const ladders: Record<Shape, readonly number[]> = {
  whole: [360, 720, 1080, 1408],
  wide: [400, 720, 1120, 1440, 1920],
  square: [160, 320, 480],
}

/** Pixels: WebP has no taller pictures. */
export const tallest = 16_383

/** The widths offered in `srcset`: none is larger than the picture itself. */
export function widthsIn(shape: Shape, { width, height }: Size): number[] {
  const ratio = shapes[shape]
  const most = Math.max(1, Math.floor(Math.min(width, ratio ? height * ratio : (tallest * width) / height)))
  const ladder = ladders[shape].filter((one) => one < most)
  return ladder.length < ladders[shape].length ? [...ladder, most] : ladder
}

export const heightIn = (shape: Shape, { width, height }: Size, at: number): number =>
  Math.max(1, Math.round(at / (shapes[shape] ?? width / height)))

/** A cropped variant's URL contains its focus, so that it changes when the focus is moved. */
export const variantAddress = (
  { hash, focus }: Pick<LibraryPicture, 'hash' | 'focus'>,
  shape: Shape,
  width: number,
  type: 'avif' | 'webp',
): string => `/media/${hash}/${shape === 'whole' ? '' : `${shape}-${focusIn(focus)}-`}${width}.${type}`

/** In pixels: sharp on high-density screens in a column of half this width. */
const mailWidth = 1088

/** The size of a picture in mails. A drawing is scaled up, because mail clients do not show drawings themselves. */
export function mailSize({ width, height, sort }: Size & Pick<LibraryPicture, 'sort'>): Size {
  const at = Math.max(1, Math.round(Math.min(sort === 'drawing' ? 2 * width : width, mailWidth)))
  return { width: at, height: heightIn('whole', { width, height }, at) }
}

/** In a format that every mail client shows, with transparency and motion where the picture has them. */
export const mailAddress = ({ hash, sort, colour }: Pick<LibraryPicture, 'hash' | 'sort' | 'colour'>): string =>
  `/media/${hash}/mail.${sort === 'moving' ? 'gif' : sort === 'drawing' || colour === null ? 'png' : 'jpg'}`

export const socialSize = { width: 1200, height: 630 }

/** The JPEG of that size for shared links. */
export const socialAddress = ({ hash, focus }: Pick<LibraryPicture, 'hash' | 'focus'>): string =>
  `/media/${hash}/social-${focusIn(focus)}.jpg`

/** In whole per cent. */
export const focusIn = ({ x, y }: LibraryPicture['focus']): string => `${Math.round(x * 100)}-${Math.round(y * 100)}`
