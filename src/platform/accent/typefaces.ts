import type { TypeName } from '#contract/site-values'

/** One font of a pair: its file in `public/fonts`, and what fits its fallbacks to it. */
type Font = {
  /** Without its ending; letters of eastern European names are in a second file with `-ext`. */
  file: string
  /** Its name on the readers' machines. */
  name: string
  isSerif?: boolean
  /** Per em. */
  ascent: number
  descent: number
  /**
   * The ratio of mean advance widths, in English and Spanish prose or titles, to those of Arial and Arial Bold (Times New Roman Bold
   * for a serif), and of DejaVu: with them lines mostly break in the same places before and after the font is loaded.
   */
  widths: { text?: Ratio; strong: Ratio }
}
type Ratio = { arial: number; dejaVu: number }

type Typeface = { heading: Font; text: Font }

const ratio = (arial: number, dejaVu: number): Ratio => ({ arial, dejaVu })

/** All pairs but the built-in one, whose faces are in `ui/font.css`. Fonts and licences are in `public/fonts`. */
export const typefaces: Readonly<Record<Exclude<TypeName, 'archivo'>, Typeface>> = {
  inter: {
    heading: {
      file: 'inter-tight',
      name: 'Inter Tight',
      ascent: 0.96875,
      descent: 0.2412,
      widths: { strong: ratio(0.9353, 0.7889) },
    },
    text: {
      file: 'inter',
      name: 'Inter',
      ascent: 0.96875,
      descent: 0.2412,
      widths: { text: ratio(1.0647, 0.9373), strong: ratio(1.0092, 0.846) },
    },
  },
  newsreader: {
    heading: {
      file: 'newsreader',
      name: 'Newsreader',
      isSerif: true,
      ascent: 0.735,
      descent: 0.265,
      widths: { strong: ratio(1.0356, 0.7859) },
    },
    text: {
      file: 'work-sans',
      name: 'Work Sans',
      ascent: 0.93,
      descent: 0.243,
      widths: { text: ratio(1.115, 0.9816), strong: ratio(1.038, 0.8701) },
    },
  },
  fraunces: {
    heading: {
      file: 'fraunces',
      name: 'Fraunces',
      isSerif: true,
      ascent: 0.978,
      descent: 0.255,
      widths: { strong: ratio(1.1267, 0.8551) },
    },
    text: {
      file: 'figtree',
      name: 'Figtree',
      ascent: 0.95,
      descent: 0.25,
      widths: { text: ratio(0.999, 0.8794), strong: ratio(0.9457, 0.7927) },
    },
  },
  'space-grotesk': {
    heading: {
      file: 'space-grotesk',
      name: 'Space Grotesk',
      ascent: 0.984,
      descent: 0.292,
      widths: { strong: ratio(1.0082, 0.8504) },
    },
    text: {
      file: 'dm-sans',
      name: 'DM Sans',
      ascent: 0.992,
      descent: 0.31,
      widths: { text: ratio(1.0377, 0.9135), strong: ratio(1.0029, 0.8407) },
    },
  },
  nunito: {
    heading: {
      file: 'nunito',
      name: 'Nunito',
      ascent: 1.011,
      descent: 0.353,
      widths: { strong: ratio(0.9728, 0.8205) },
    },
    text: {
      file: 'nunito-sans',
      name: 'Nunito Sans',
      ascent: 1.011,
      descent: 0.353,
      widths: { text: ratio(1.0033, 0.8833), strong: ratio(0.9509, 0.7971) },
    },
  },
}

export const typefaceOf = (type: TypeName): Typeface | undefined => (type === 'archivo' ? undefined : typefaces[type])

/** The font files of a pair that its pages need at once. */
export const fontsOf = (type: TypeName): string[] => {
  const pair = typefaceOf(type)
  return (pair ? [pair.text.file, pair.heading.file] : ['archivo']).map((file) => `/fonts/${file}.woff2`)
}

/**
 * The faces of a pair as one family: `font-stretch`, by which the style sheets set headings wider, selects the heading's
 * font, so that no rule has to name it.
 */
export function facesOf({ heading, text }: Typeface): string {
  return fontFaces(text, 100, '400 600') + fontFaces(heading, 112, '400 600')
}

/** The faces with their fallbacks until they are loaded, which have the same metrics. */
export function fittedFacesOf(pair: Typeface): string {
  const { heading, text } = pair
  return (
    facesOf(pair) +
    fallbacks(text, 100, '400 500', text.widths.text ?? text.widths.strong, false) +
    fallbacks(text, 100, '600', text.widths.strong, true) +
    fallbacks(heading, 112, '400 600', heading.widths.strong, true)
  )
}

/** The one family of all pairs; a single word, as `late-styles.ts` expects. */
export const family = 'Type'
export const fallbackFamilies = `"${family} Fallback","${family} DejaVu",Arial,sans-serif`

/** Characters of the second file; its face comes last, so that browsers look for them there first. */
const extended = ';unicode-range:U+100-130,U+132-151,U+154-24F,U+1E9E'

const fontFaces = ({ file }: Font, stretch: number, weight: string) =>
  face(file, stretch, weight) + face(`${file}-ext`, stretch, weight, extended)

const face = (file: string, stretch: number, weight: string, range = '') =>
  `@font-face{font-family:${family};src:url(/fonts/${file}.woff2);font-weight:${weight};font-stretch:${stretch}%;font-display:swap${range}}`

function fallbacks(
  { isSerif, ascent, descent }: Font,
  stretch: number,
  weight: string,
  { arial, dejaVu }: Ratio,
  isBold: boolean,
): string {
  const bold = isBold ? ' Bold' : ''
  const usual = isSerif ? ['Times New Roman', 'Liberation Serif'] : ['Arial', 'Liberation Sans', 'Roboto']
  const fitted = (size: number) =>
    `size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%`
  const fallback = (name: string, fonts: readonly string[], size: number) =>
    `@font-face{font-family:${family} ${name};src:${fonts.map((font) => `local(${font}${bold})`).join()};font-weight:${weight};font-stretch:${stretch}%;${fitted(size)}}`
  return fallback('Fallback', usual, arial) + fallback('DejaVu', [isSerif ? 'DejaVu Serif' : 'DejaVu Sans'], dejaVu)
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
