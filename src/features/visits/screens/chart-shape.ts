import type { VisitMoment } from '../contract'

export type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number }
export type Shape = {
  /** The top of the scale, and the lines below it. */
  ticks: { value: number; y: number }[]
  points: { x: number; views: number; visitors: number }[]
}

/** The chart's coordinates, in pixels from the upper left corner. */
export function shapeOf(series: readonly VisitMoment[], frame: Frame): Shape {
  const step = stepFor(Math.max(...series.map(({ views }) => views), 1))
  const steps = Math.ceil(Math.max(...series.map(({ views }) => views), 1) / step)
  const room = { x: frame.width - frame.left - frame.right, y: frame.height - frame.top - frame.bottom }
  const yOf = (value: number) => frame.top + room.y * (1 - value / (step * steps))
  const xOf = (at: number) =>
    series.length === 1 ? frame.left + room.x / 2 : frame.left + (room.x * at) / (series.length - 1)
  return {
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({ value: step * at, y: yOf(step * at) })),
    points: series.map(({ views, visitors }, at) => ({ x: xOf(at), views: yOf(views), visitors: yOf(visitors) })),
  }
}

/** A round step, at most four of which reach the maximum. */
function stepFor(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)))
  return [1, 2, 2.5, 5, 10].map((part) => part * size).find((step) => step * 4 >= most && step % 1 === 0) ?? size * 10
}

export const lineOf = (points: Shape['points'], value: 'views' | 'visitors'): string =>
  points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point[value].toFixed(1)}`).join('')

/** The area between the line of views and the bottom. */
export function areaOf(points: Shape['points'], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${lineOf(points, 'views')}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`
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
