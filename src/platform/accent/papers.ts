import type { Oklch } from 'culori/fn'

type Paper = Readonly<Oklch>
/** The backgrounds of a theme: three papers and their ink, as the style sheets define them. */
export type Papers = { isLight: boolean; paper: Paper; raised: Paper; sunken: Paper; ink: Paper }

export const lookNames = ['light', 'dark', 'blueprint'] as const
/** `blueprint` is the dark section of the home page, in both themes. */
export type LookName = (typeof lookNames)[number]

const colour = (l: number, c: number, h: number): Paper => ({ mode: 'oklch', l, c, h })

/** The values of `ui/tokens.css` and, for the blueprint, `ui/blueprint.css`: a test compares them. */
export const papers: Readonly<Record<LookName, Papers>> = {
  light: {
    isLight: true,
    paper: colour(0.985, 0.004, 95),
    raised: colour(1, 0, 0),
    sunken: colour(0.958, 0.006, 95),
    ink: colour(0.235, 0.045, 255),
  },
  dark: {
    isLight: false,
    paper: colour(0.205, 0.045, 255),
    raised: colour(0.243, 0.049, 255),
    sunken: colour(0.178, 0.04, 256),
    ink: colour(0.945, 0.016, 240),
  },
  blueprint: {
    isLight: false,
    paper: colour(0.31, 0.085, 256),
    raised: colour(0.275, 0.075, 256),
    sunken: colour(0.275, 0.075, 256),
    ink: colour(0.965, 0.012, 240),
  },
}
