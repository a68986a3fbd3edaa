import { z } from 'zod'

/** The pairs of typefaces: for headings and for text. */
export const typeNames = ['archivo', 'inter', 'newsreader', 'fraunces', 'space-grotesk', 'nunito'] as const
export type TypeName = (typeof typeNames)[number]

export const cornerNames = ['square', 'soft', 'round'] as const
export const widthNames = ['narrow', 'wide'] as const
export const schemeNames = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemeNames)[number]

const choice = <const Name extends string>(names: readonly Name[]) => z.enum(names, { error: 'validation.value' })
const flag = z.boolean({ error: 'validation.boolean' })

/** The owner's choices for the look of the public pages. */
export const look = z.object({
  type: choice(typeNames),
  corners: choice(cornerNames),
  width: choice(widthNames),
  /** The built-in drawings, and the grid and rules of the drawing paper. */
  drawings: flag,
  /** The colour scheme; `system` is the one that the visitor's device prefers. */
  scheme: choice(schemeNames),
  /** Whether visitors can switch the colour scheme. By default they can once the owner has chosen one. */
  switch: flag,
})
export type Look = z.infer<typeof look>

export const builtInLook: Look = {
  type: 'archivo',
  corners: 'square',
  width: 'wide',
  drawings: true,
  scheme: 'system',
  switch: false,
}

/** The look with the defaults for absent values. */
export const wholeLook = (stored: Partial<Look> = {}): Look => ({
  ...builtInLook,
  switch: stored.scheme !== undefined,
  ...stored,
})

export const isBuiltInLook = (chosen: Look): boolean =>
  (Object.keys(builtInLook) as (keyof Look)[]).every((name) => chosen[name] === builtInLook[name])
