import type { Language } from '#i18n/language'

/** What a page needs to know of a picture of the library to show it. `focus` from 0 to 1. */
export type LibraryPicture = {
  hash: string
  width: number
  height: number
  focus: { x: number; y: number }
  alt: Record<Language, string>
  /** Said to say nothing. */
  decorative: boolean
  /** The placeholder colour while it loads, `#rrggbb`; null for a picture with transparency. */
  colour: string | null
  /** `moving`: WebP only; `drawing`: sharp at every size, so there is but one. */
  sort: 'still' | 'moving' | 'drawing'
}

/** A picture of the library, by the address that content stores; `read` gets its file as visitors may have it. */
export type NamedPicture = { url: string; picture: LibraryPicture; read(): Promise<Uint8Array<ArrayBuffer>> }

/** What a picture shows, in words: in another language where there are none in this one. */
export function alternative({ alt, decorative }: Pick<LibraryPicture, 'alt' | 'decorative'>, language: Language) {
  return decorative ? '' : alt[language] || Object.values(alt).find(Boolean) || ''
}

type Size = Pick<LibraryPicture, 'width' | 'height'>

/** By the addresses that content stores. */
export type Pictures = Partial<Record<string, LibraryPicture>>
export type Documents = Partial<Record<string, { bytes: number }>>

/** The places with a shape of their own, width to height; `whole` is where a picture has that which it came with. */
export const shapes = { whole: undefined, wide: 16 / 10, square: 1 } as const
export type Shape = keyof typeof shapes

const ladders: Record<Shape, readonly number[]> = {
  whole: [360, 720, 1080, 1408],
  wide: [400, 720, 1120, 1440, 1920],
  square: [160, 320, 480],
}

/** The widths offered in `srcset`: none is larger than the picture itself. */
export function widthsIn(shape: Shape, { width, height }: Size): number[] {
  const most = Math.max(1, Math.floor(Math.min(width, height * (shapes[shape] ?? Infinity))))
  const ladder = ladders[shape].filter((one) => one < most)
  return ladder.length < ladders[shape].length ? [...ladder, most] : ladder
}

export const heightIn = (shape: Shape, { width, height }: Size, at: number): number =>
  Math.max(1, Math.round(at / (shapes[shape] ?? width / height)))

/** A cropped variant's URL contains its focus, so that it changes when the focus is moved. */
export const formAddress = (
  { hash, focus }: Pick<LibraryPicture, 'hash' | 'focus'>,
  shape: Shape,
  width: number,
  type: 'avif' | 'webp',
): string => `/media/${hash}/${shape === 'whole' ? '' : `${shape}-${focusIn(focus)}-`}${width}.${type}`

/** The JPEG of 1200 × 630 that shared links show. */
export const socialAddress = ({ hash, focus }: Pick<LibraryPicture, 'hash' | 'focus'>): string =>
  `/media/${hash}/social-${focusIn(focus)}.jpg`

/** In whole per cent. */
export const focusIn = ({ x, y }: LibraryPicture['focus']): string => `${Math.round(x * 100)}-${Math.round(y * 100)}`
