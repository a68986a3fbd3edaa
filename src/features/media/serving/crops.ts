/** The aspect ratios of crops on pages: width over height. */
export const crops = [
  { id: 'card', ratio: 16 / 10 },
  { id: 'header', ratio: 16 / 10 },
  { id: 'social', ratio: 1200 / 630 },
] as const

export type Focus = { x: number; y: number }

/**
 * The `object-position` that centres the focus in a frame of this aspect ratio, as far as the picture allows.
 */
export function positionOf({ x, y }: Focus, picture: { width: number | null; height: number | null }, ratio: number) {
  const own = picture.width && picture.height ? picture.width / picture.height : ratio
  return `${share(x, ratio / own)}% ${share(y, own / ratio)}%`
}

/** The offset in per cent that centres `at` in a window showing `part` of the length. */
function share(at: number, part: number): number {
  if (part >= 1) return 50
  const start = Math.min(Math.max(at - part / 2, 0), 1 - part)
  return Math.round((start / (1 - part)) * 1000) / 10
}
