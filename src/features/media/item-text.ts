import { type Language, languages } from '#i18n/language'
import type { Translate } from '#i18n/i18n'
import type { MediaItem } from './contract'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size for display: `2.4 MB`. */
export function bytesText(bytes: number, language: Language): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step >= 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}

/** The file type for display: `JPEG`, `SVG`. */
export const typeText = ({ mime }: Pick<MediaItem, 'mime'>): string =>
  (mime.split('/')[1] ?? mime).replace(/\+.*/, '').toUpperCase()

export const sizeText = ({ width, height }: Pick<MediaItem, 'width' | 'height'>): string | undefined =>
  width === null || height === null ? undefined : `${width} × ${height}`

export const isPicture = ({ mime }: Pick<MediaItem, 'mime'>): boolean => mime !== 'application/pdf'

/** Whether visitors see only the first frame of an animation. */
export const standsStill = ({ notes }: Pick<MediaItem, 'notes'>): boolean => notes?.includes('stands-still') ?? false

/** All types except JPEG support transparency. */
export const mayBeClear = ({ mime }: Pick<MediaItem, 'mime'>): boolean => mime !== 'image/jpeg'

/** The label of the missing alternative text; undefined where none is needed. */
export function lackText(
  { mime, alt, decorative }: MediaItem,
  t: Translate,
  nameOf: (language: Language) => string,
): string | undefined {
  const lacking = languages.filter((language) => alt[language] === '')
  const [first] = lacking
  if (!isPicture({ mime }) || decorative || !first) return undefined
  return lacking.length === languages.length
    ? t('media.lacksAlt')
    : t('media.lacksLanguage', { language: nameOf(first) })
}
