/** `now` is the range that is shown, `beside` another value in it, `before` the range before. */
export type Line = { id: 'now' | 'beside' | 'before'; name: string; values: readonly number[] }

export type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number }
export type Shape = {
  /** The top of the scale, and the lines below it. */
  ticks: { value: number; y: number }[]
  /** By date; `y` is that of each line. */
  points: { x: number; y: number[] }[]
}

/** The chart's coordinates, in pixels from the upper left corner. */
export function shapeOf(lines: readonly Pick<Line, 'values'>[], frame: Frame): Shape {
  const most = Math.max(...lines.flatMap(({ values }) => values), 1)
  const step = stepFor(most)
  const steps = Math.ceil(most / step)
  const count = lines[0]?.values.length ?? 0
  const room = { x: frame.width - frame.left - frame.right, y: frame.height - frame.top - frame.bottom }
  const yOf = (value: number) => frame.top + room.y * (1 - value / (step * steps))
  const xOf = (at: number) => (count === 1 ? frame.left + room.x / 2 : frame.left + (room.x * at) / (count - 1))
  return {
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({ value: step * at, y: yOf(step * at) })),
    points: Array.from({ length: count }, (_, at) => ({
      x: xOf(at),
      y: lines.map(({ values }) => yOf(values[at] ?? 0)),
    })),
  }
}

/** A round step, at most four of which reach the maximum. */
function stepFor(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)))
  return [1, 2, 2.5, 5, 10].map((part) => part * size).find((step) => step * 4 >= most && step % 1 === 0) ?? size * 10
}

export const lineOf = (points: Shape['points'], line: number): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y[line]!.toFixed(1)}`).join('')

/** The area between the first line and the bottom. */
export function areaOf(points: Shape['points'], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${lineOf(points, 0)}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`
}

/** The indexes whose labels fit, evenly spaced back from the last one. */
export function namedAmong(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % every === 0)
}

/** The point nearest to an x coordinate. */
export function nearest(points: Shape['points'], x: number): number {
  let found = 0
  points.forEach((point, at) => {
    if (Math.abs(point.x - x) < Math.abs(points[found]!.x - x)) found = at
  })
  return found
}
