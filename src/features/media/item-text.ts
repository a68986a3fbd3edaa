import { type Language, languages } from '#i18n/language'
import type { Translate } from '#i18n/i18n'
import type { MediaItem } from './contract'

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
    ? t('media.missingAlt')
    : t('media.missingLanguage', { language: nameOf(first) })
}
