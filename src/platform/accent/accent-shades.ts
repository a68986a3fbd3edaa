import {
  type Color,
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parseHex,
  toGamut,
  useMode,
  wcagContrast,
} from 'culori/fn'
import { LRUCache } from 'lru-cache'

type Paper = Readonly<Oklch>

/** The backgrounds of a theme: three papers and their ink, as the style sheets define them. */
export type Papers = { isLight: boolean; paper: Paper; raised: Paper; sunken: Paper; ink: Paper }

export const lookNames = ['light', 'dark', 'blueprint'] as const

/** `blueprint` is the dark section of the home page, in both themes. */
type LookName = (typeof lookNames)[number]

const oklch = (l: number, c: number, h: number): Paper => ({ mode: 'oklch', l, c, h })

/** The values of `ui/tokens.css` and, for the blueprint, `ui/blueprint.css`: a test compares them. */
export const papers: Readonly<Record<LookName, Papers>> = {
  light: {
    isLight: true,
    paper: oklch(0.985, 0.004, 95),
    raised: oklch(1, 0, 0),
    sunken: oklch(0.958, 0.006, 95),
    ink: oklch(0.235, 0.045, 255),
  },
  dark: {
    isLight: false,
    paper: oklch(0.205, 0.045, 255),
    raised: oklch(0.243, 0.049, 255),
    sunken: oklch(0.178, 0.04, 256),
    ink: oklch(0.945, 0.016, 240),
  },
  blueprint: {
    isLight: false,
    paper: oklch(0.31, 0.085, 256),
    raised: oklch(0.275, 0.075, 256),
    sunken: oklch(0.275, 0.075, 256),
    ink: oklch(0.965, 0.012, 240),
  },
}

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)
useMode(modeOklch)

/** Whether it is a colour as accents are stored, `#rrggbb`. */
export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[\da-f]{6}$/i.test(text)

/** The shades of an accent for one look, each `#rrggbb`. */
export type Shades = {
  /** Lines, borders and marks: 3:1 on every background. */
  signal: string
  /** Large surfaces, with a border of `signal`: the accent itself where its contrast with the paper is high enough. */
  fill: string
  /** Text on `fill`: contrast 4.5:1. */
  ink: string
  /** Text: 4.5:1 on every background. */
  text: string
}

type AccentShades = Readonly<Record<LookName, Shades>>

/** A little more than WCAG AA requires: screens and tools round colours differently. */
const textContrast = 4.53

const controlContrast = 3.03

/** Distance in OKLab with chroma weighted over lightness, as a hue is what distinguishes a colour from white paper. */
const difference = differenceEuclidean('oklab', [1, 4, 4, 0])

const leastDifference = 0.15

/** On dark backgrounds a surface has to be lighter by at least this. */
const leastLighter = 0.12

/** Below this chroma a colour counts as grey. */
const neutral = 0.03

const step = 0.0025
const white = '#ffffff'
const dark = formatHex({ mode: 'oklch', l: 0.2, c: 0.045, h: 255 })

const toOklch = converter('oklch')
const intoGamut = toGamut('rgb', 'oklch')

/**
 * The shades of a colour (`#rrggbb`) for each look: of its hue, as near to it as contrast allows, with as much of its
 * chroma as the screen can show.
 */
export const accentShades = (accent: string): AccentShades => derived.memo(accent)

const derived = new LRUCache<string, AccentShades>({
  max: 50,
  memoMethod(accent) {
    const colour = toOklch(parseHex(accent) as Color)
    return Object.fromEntries(lookNames.map((look) => [look, shadesOn(colour, papers[look])])) as AccentShades
  },
})

function shadesOn(colour: Oklch, on: Papers): Shades {
  const isLost = hardlySeen(colour, on)
  const chosen = isLost && colour.c < neutral ? turnedOver(colour) : colour
  const text = nearest(chosen, on, textContrast)
  const fill = isLost ? text : formatHex(chosen)
  return { signal: nearest(chosen, on, controlContrast), fill, ink: inkOn(fill, on), text }
}

/** Whether a surface is hardly distinguishable from the background. */
const hardlySeen = (colour: Oklch, { isLight, paper }: Papers) =>
  isLight ? difference(colour, paper) < leastDifference : colour.l - paper.l < leastLighter

/** The lightness inverted, for the dark theme. */
const turnedOver = (colour: Oklch): Oklch => ({ ...colour, l: 1 - colour.l })

/** The colour, or the first shade away from the backgrounds that has the contrast on all of them. */
function nearest(colour: Oklch, { isLight, paper, raised, sunken }: Papers, least: number): string {
  const on = [paper, raised, sunken].map((one) => formatHex(one))
  const isEnough = (shade: string) => on.every((one) => wcagContrast(shade, one) >= least)
  let shade = formatHex(colour)
  for (let { l } = colour; !isEnough(shade) && l > 0 && l < 1; l += isLight ? -step : step)
    shade = formatHex(intoGamut({ ...colour, l }))
  return isEnough(shade) ? shade : isLight ? '#000000' : '#ffffff'
}

/**
 * The text colour of the look if it is readable, otherwise that of the other look, otherwise black, which always is.
 */
function inkOn(fill: string, { isLight }: Papers): string {
  const inks = isLight ? [white, dark] : [dark, white]
  return inks.find((ink) => wcagContrast(ink, fill) >= textContrast) ?? '#000000'
}
