import type { Loaded } from '#records/editor/saving/editor-state'
import type { MediaInput, MediaItem } from '../contract'
import type { Focus } from '#features/media/serving/crops'

/** The form values of an item. */
export type MediaValues = { name: string; altEn: string; altEs: string; decorative: boolean; focus: string }

export const toLoaded = ({ version, name, alt, decorative, focus }: MediaItem): Loaded<MediaValues> => ({
  version,
  values: { name, altEn: alt.en, altEs: alt.es, decorative, focus: focusText(focus) },
})

export const toInput = ({ name, altEn, altEs, decorative, focus }: MediaValues): MediaInput => ({
  name,
  alt: { en: altEn, es: altEs },
  decorative,
  focus: readFocus(focus),
})

/** From the left and from the top, as two versions of it are compared. */
export const focusText = ({ x, y }: Focus): string => `${round(x * 100)} % × ${round(y * 100)} %`

export function readFocus(text: string): Focus {
  const [x = 50, y = 50] = Array.from(text.matchAll(/[\d.]+/g), ([figure]) => Number(figure))
  return { x: x / 100, y: y / 100 }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The form field for the path of an API issue. */
export const fieldOf = (path: string): string =>
  ({ 'alt.en': 'altEn', 'alt.es': 'altEs', 'focus.x': 'focus', 'focus.y': 'focus' })[path] ?? path
