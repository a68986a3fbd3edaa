import type { Loaded } from '#records/editor/saving/editor-state'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import type { MediaInput, MediaItem } from '../contract'
import type { Focus } from '#features/media/serving/crops'

/** The form values of an item. */
export type MediaValues = { name: string; decorative: boolean; focus: string } & AlternativeValues

/** One entry per language, keyed by its path in the saved body. */
type AlternativeValues = Record<`alt.${Language}`, string>

export const toLoaded = ({ version, name, alt, decorative, focus }: MediaItem): Loaded<MediaValues> => ({
  version,
  values: { name, ...alternativeValues(alt), decorative, focus: focusText(focus) },
})

export const toInput = ({ name, decorative, focus, ...values }: MediaValues): MediaInput => ({
  name,
  alt: byLanguage((language) => values[`alt.${language}`]),
  decorative,
  focus: readFocus(focus),
})

const alternativeValues = (alt: MediaItem['alt']) =>
  Object.fromEntries(languages.map((language) => [`alt.${language}`, alt[language]])) as AlternativeValues

/** The focus as text for comparison: from the left and from the top. */
export const focusText = ({ x, y }: Focus): string => `${round(x * 100)} % × ${round(y * 100)} %`

export function readFocus(text: string): Focus {
  const [x = 50, y = 50] = Array.from(text.matchAll(/[\d.]+/g), ([figure]) => Number(figure))
  return { x: x / 100, y: y / 100 }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The form field for the path of an API issue. */
export const fieldOf = (path: string): string => ({ 'focus.x': 'focus', 'focus.y': 'focus' })[path] ?? path
