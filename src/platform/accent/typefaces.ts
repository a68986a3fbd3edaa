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

const font = (file: string, name: string, [ascent, descent]: [number, number], widths: Font['widths']): Font => ({
  file,
  name,
  ascent,
  descent,
  widths,
})

const serif = (...given: Parameters<typeof font>): Font => ({ ...font(...given), isSerif: true })

/** All pairs but the built-in one, whose faces are in `ui/font.css`. Fonts and licences are in `public/fonts`. */
export const typefaces: Readonly<Record<Exclude<TypeName, 'archivo'>, Typeface>> = {
  inter: {
    heading: font('inter-tight', 'Inter Tight', [0.96875, 0.2412], { strong: ratio(0.9353, 0.7889) }),
    text: font('inter', 'Inter', [0.96875, 0.2412], { text: ratio(1.0647, 0.9373), strong: ratio(1.0092, 0.846) }),
  },
  newsreader: {
    heading: serif('newsreader', 'Newsreader', [0.735, 0.265], { strong: ratio(1.0356, 0.7859) }),
    text: font('work-sans', 'Work Sans', [0.93, 0.243], { text: ratio(1.115, 0.9816), strong: ratio(1.038, 0.8701) }),
  },
  fraunces: {
    heading: serif('fraunces', 'Fraunces', [0.978, 0.255], { strong: ratio(1.1267, 0.8551) }),
    text: font('figtree', 'Figtree', [0.95, 0.25], { text: ratio(0.999, 0.8794), strong: ratio(0.9457, 0.7927) }),
  },
  'space-grotesk': {
    heading: font('space-grotesk', 'Space Grotesk', [0.984, 0.292], { strong: ratio(1.0082, 0.8504) }),
    text: font('dm-sans', 'DM Sans', [0.992, 0.31], { text: ratio(1.0377, 0.9135), strong: ratio(1.0029, 0.8407) }),
  },
  nunito: {
    heading: font('nunito', 'Nunito', [1.011, 0.353], { strong: ratio(0.9728, 0.8205) }),
    text: font('nunito-sans', 'Nunito Sans', [1.011, 0.353], {
      text: ratio(1.0033, 0.8833),
      strong: ratio(0.9509, 0.7971),
    }),
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

/** The one family of all pairs; a single word, as `start.ts` expects. */
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
    `@font-face{font-family:${family} ${name};src:${fonts.map((local) => `local(${local}${bold})`).join()};font-weight:${weight};font-stretch:${stretch}%;${fitted(size)}}`
  return fallback('Fallback', usual, arial) + fallback('DejaVu', [isSerif ? 'DejaVu Serif' : 'DejaVu Sans'], dejaVu)
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
