import drawnIcons from './drawn-icons.json'

/**
 * The icons that an editor can choose, in the order of the picker; the first three are those of features without one. Each has
 * three strokes on a board of 48 by 48: construction lines, outline, and what is drawn in the signal colour.
 */
export { drawnIcons }
export type DrawnIconName = keyof typeof drawnIcons
export const drawnIconNames = Object.keys(drawnIcons) as DrawnIconName[]
export const isDrawnIcon = (name: unknown): name is DrawnIconName =>
  typeof name === 'string' && Object.hasOwn(drawnIcons, name)
