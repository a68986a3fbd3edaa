/** The pairs of typefaces: for headings and for text. */
export const typeNames = ['archivo', 'inter', 'newsreader', 'fraunces', 'space-grotesk', 'nunito'] as const
export type TypeName = (typeof typeNames)[number]

export const cornerNames = ['square', 'soft', 'round'] as const
export const widthNames = ['narrow', 'wide'] as const
export const schemeNames = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemeNames)[number]

/** The owner's choices for the look of the public pages. */
export type Look = {
  type: TypeName
  corners: (typeof cornerNames)[number]
  width: (typeof widthNames)[number]
  /** The built-in drawings, and the grid and rules of the drawing paper. */
  drawings: boolean
  /** The colour scheme; `system` is the one that the visitor's device prefers. */
  scheme: Scheme
  /** Whether visitors can switch the colour scheme. By default they can once the owner has chosen one. */
  switch: boolean
}

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

export const isBuiltInLook = (look: Look): boolean =>
  (Object.keys(builtInLook) as (keyof Look)[]).every((name) => look[name] === builtInLook[name])
