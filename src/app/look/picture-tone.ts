import { openPicture, refuseUnreadable } from '#platform/images/open-picture'

/** How visible a picture is on the backgrounds of the themes. */
export type Tone = {
  isSeenThrough: boolean
  /** The themes on whose background most of it would be invisible. */
  lost: ('light' | 'dark')[]
  /** The colour along its edges, `#rrggbb`. */
  edge: string
}

declare module '#platform/images/picture-processes' {
  interface PictureTasks {
    readTone: typeof readTone
  }
}

/** The side of the sampled picture, in pixels. */
const side = 96
/** `least`: the minimum contrast for visibility, which is higher for dark colours on a dark background. */
const papers = {
  light: { paper: [251, 250, 247], least: 1.7 },
  dark: { paper: [8, 23, 43], least: 2 },
} as const
/** Share of the pixels. */
const mostLost = 0.4

export async function readTone(picture: Uint8Array): Promise<Tone> {
  const upright = await openPicture(picture)
  const { data, info } = await refuseUnreadable(() =>
    upright
      .resize(side, side, { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
  const isSeenThrough = pixels.some(([, , , alpha = 255]) => alpha < 250)
  const lost = (['light', 'dark'] as const).filter(
    (theme) => isSeenThrough && shareLost(pixels, papers[theme]) > mostLost,
  )
  return { isSeenThrough, lost, edge: edgeOf(pixels, info) }
}

/** The share of opaque pixels that are invisible on a background. */
function shareLost(pixels: readonly number[][], { paper, least }: (typeof papers)['light' | 'dark']): number {
  let all = 0
  let lost = 0
  for (const [red = 0, green = 0, blue = 0, alpha = 0] of pixels) {
    const share = alpha / 255
    const shown = [red, green, blue].map((part, at) => part * share + (paper[at] ?? 0) * (1 - share))
    all += share
    if (contrast(luminance(shown), luminance(paper)) < least) lost += share
  }
  return all === 0 ? 0 : lost / all
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

const linear = (part: number) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)

const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

function edgeOf(pixels: readonly number[][], { width, height }: { width: number; height: number }): string {
  const isEdge = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  }
  const edges = pixels.filter((_, at) => isEdge(at))
  return `#${[0, 1, 2]
    .map((part) => Math.round(edges.reduce((sum, pixel) => sum + (pixel[part] ?? 0), 0) / edges.length))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}
