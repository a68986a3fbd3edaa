import { lettering } from './lettering.ts'
import type { Point } from './point.ts'

type Pen =
  | 'drawing-line'
  | 'drawing-fine'
  | 'drawing-faint'
  | 'drawing-signal'
  | 'drawing-dash'
  | 'drawing-dash-signal'
  | 'drawing-ink'
  | 'drawing-ink-fine'
type Fill =
  | 'fill-ground'
  | 'fill-top'
  | 'fill-left'
  | 'fill-right'
  | 'fill-signal'
  | 'fill-glow'
  | 'fill-paper'
  | 'fill-none'
  | 'fill-pale'

export const round = (value: number) => Math.round(value * 10) / 10
const spot = ([x, y]: Point) => `${round(x)} ${round(y)}`

/** Path data through the points. */
export const open = (...points: Point[]) => 'M' + points.map(spot).join('L')
export const closed = (...points: Point[]) => open(...points) + 'Z'
export const box = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
export const ring = ([x, y]: Point, radius: number) =>
  `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 1 0 ${round(radius * 2)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(-radius * 2)} 0`
export const arc = (middle: Point, radius: number, from: number, to: number) =>
  `M${spot(turn(middle, radius, from))}A${round(radius)} ${round(radius)} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${to > from ? 1 : 0} ${spot(turn(middle, radius, to))}`

/** The point `radius` away at `degrees`, clockwise from the right. */
export const turn = ([x, y]: Point, radius: number, degrees: number): Point => [
  x + radius * Math.cos((degrees * Math.PI) / 180),
  y + radius * Math.sin((degrees * Math.PI) / 180),
]
export const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]
export const steps = (count: number) => Array.from({ length: count }, (_, index) => index)

export const draw = (pen: Pen, ...paths: string[]) => `<path class="${pen}" d="${paths.join('')}"/>`
export const fill = (tone: Fill, ...paths: string[]) => `<path class="${tone}" d="${paths.join('')}"/>`
export const solid = (tone: Fill, pen: Pen, ...paths: string[]) => fill(tone, ...paths) + draw(pen, ...paths)
export const write = (pen: Pen, text: string, at: Point, size: number, anchor?: 'start' | 'middle' | 'end') =>
  draw(pen, lettering(text, at, size, anchor))

/** Slanted strokes across a box, as a cut through material is drawn. */
export function hatch(x: number, y: number, width: number, height: number, gap: number) {
  const lines: string[] = []
  for (let start = gap; start < width + height; start += gap) {
    const from: Point = start <= height ? [x, y + start] : [x + start - height, y + height]
    const to: Point = start <= width ? [x + start, y] : [x + width, y + start - width]
    lines.push(open(from, to))
  }
  return lines.join('')
}

/** A measure between two points, set off from them by `off` px to the left of the direction of travel. */
export function dimension(from: Point, to: Point, off: number, text: string, pen: Pen = 'drawing-fine', size = 26) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const along: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const away: Point = [along[1], -along[0]]
  const shift = (point: Point, far: number): Point => [point[0] + away[0] * far, point[1] + away[1] * far]
  const a = shift(from, off)
  const b = shift(to, off)
  const tick = (point: Point) =>
    open(
      [point[0] - (along[0] - away[0]) * 11, point[1] - (along[1] - away[1]) * 11],
      [point[0] + (along[0] - away[0]) * 11, point[1] + (along[1] - away[1]) * 11],
    )
  const middle = between(a, b, 0.5)
  const flat = Math.abs(along[0]) > Math.abs(along[1])
  const half = text === '' ? 0 : (flat ? text.length * size + 10 : size * 2.2) / 2
  const lines = [
    open(shift(from, Math.sign(off) * 10), shift(from, off + Math.sign(off) * 16)),
    open(shift(to, Math.sign(off) * 10), shift(to, off + Math.sign(off) * 16)),
    half === 0 ? open(a, b) : open(a, between(a, b, 0.5 - half / length)) + open(between(a, b, 0.5 + half / length), b),
  ]
  return draw(pen, ...lines, tick(a), tick(b), lettering(text, middle, size))
}

/** A line from the thing to its note, with a dot on the thing. */
export function leader(from: Point, knee: Point, to: Point, pen: Pen = 'drawing-fine') {
  return draw(pen, open(from, knee, to)) + fill(pen === 'drawing-signal' ? 'fill-signal' : 'fill-pale', ring(from, 7))
}

/** A numbered note in a circle. */
export const note = (at: Point, text: string, pen: Pen = 'drawing-fine', radius = 30) =>
  solid('fill-ground', pen, ring(at, radius)) + write(pen, text, at, radius * 0.8)

/** The four corners of a finder around a box. */
export function finder(x: number, y: number, width: number, height: number, arm: number) {
  const corner = (cx: number, cy: number, dx: number, dy: number) =>
    open([cx + dx * arm, cy], [cx, cy], [cx, cy + dy * arm])
  return (
    corner(x, y, 1, 1) +
    corner(x + width, y, -1, 1) +
    corner(x + width, y + height, -1, -1) +
    corner(x, y + height, 1, -1)
  )
}

/** Dash-dot axes through a round thing. */
export const axes = ([x, y]: Point, reach: number) =>
  draw('drawing-dash', open([x - reach, y], [x + reach, y]), open([x, y - reach], [x, y + reach]))

export function gear(middle: Point, radius: number, teeth: number, start = 0) {
  const pitch = 360 / teeth
  const depth = Math.min(radius * 0.2, (radius * Math.PI) / teeth)
  const points = steps(teeth).flatMap((tooth) => {
    const at = start + tooth * pitch
    return [
      turn(middle, radius - depth / 2, at - pitch * 0.27),
      turn(middle, radius + depth / 2, at - pitch * 0.14),
      turn(middle, radius + depth / 2, at + pitch * 0.14),
      turn(middle, radius - depth / 2, at + pitch * 0.27),
    ]
  })
  return closed(...points)
}

export const hexagon = (middle: Point, radius: number, start = 0) =>
  closed(...steps(6).map((side) => turn(middle, radius, start + side * 60)))

/** A dial with its two hands. */
export function clock(middle: Point, radius: number, hour: number, minute: number) {
  return (
    solid('fill-ground', 'drawing-line', ring(middle, radius)) +
    draw(
      'drawing-fine',
      ...steps(12).map((tick) => open(turn(middle, radius * 0.8, tick * 30), turn(middle, radius * 0.9, tick * 30))),
    ) +
    draw(
      'drawing-line',
      open(middle, turn(middle, radius * 0.48, hour * 30 + minute / 2 - 90)),
      open(middle, turn(middle, radius * 0.7, minute * 6 - 90)),
    )
  )
}

/** An arrow head whose point is `at`, looking towards `degrees`. */
export const head = (at: Point, degrees: number, size = 22) =>
  closed(at, turn(at, size, degrees + 157), turn(at, size, degrees - 157))

/** The corner every sheet has: sheet code, scale and the mark. `right` and `bottom` say where its outer corner lies. */
export function titleBlock(code: string, scale: string, right = 1544, bottom = 944) {
  const left = right - 300
  const top = bottom - 84
  const mark =
    closed([left + 22, top + 24], [left + 30, top + 24], [left + 30, top + 62], [left + 22, top + 62]) +
    closed(
      [left + 44, top + 36],
      [left + 53, top + 36],
      [left + 63, top + 62],
      [left + 55.5, top + 62],
      [left + 48.5, top + 45],
      [left + 41.5, top + 62],
      [left + 34, top + 62],
    )
  return (
    solid('fill-ground', 'drawing-fine', box(left, top, 300, 84)) +
    draw(
      'drawing-fine',
      open([left + 84, top], [left + 84, bottom]),
      open([left + 84, top + 42], [right, top + 42]),
      open([left + 196, top + 42], [left + 196, bottom]),
    ) +
    fill('fill-pale', mark) +
    fill('fill-signal', ring([left + 48.5, top + 28.5], 5.5)) +
    write('drawing-fine', code, [left + 104, top + 22], 22, 'start') +
    write('drawing-fine', scale, [left + 104, top + 64], 18, 'start') +
    write('drawing-fine', 'A1', [left + 216, top + 64], 18, 'start')
  )
}

/** Turns a drawing about a point. */
export const turned = (degrees: number, [x, y]: Point, ...parts: string[]) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${parts.join('')}</g>`

/** Every industry's ground leans to its own side of the same blue. */
const grounds = {
  education: { ground: '#081b3a', raised: ['#1c3f6e', '#14335e', '#0d274c'], grid: '#11294c' },
  manufacturing: { ground: '#071c2c', raised: ['#15405a', '#10334a', '#0b283d'], grid: '#0e2a3e' },
  'real-estate': { ground: '#0b1842', raised: ['#243a78', '#1b2f66', '#132455'], grid: '#142353' },
  strategy: { ground: '#08182c', raised: ['#1d3a5a', '#152e4a', '#0f233b'], grid: '#11263f' },
}
export type Industry = keyof typeof grounds

/** A whole picture, 1600 x 1000. */
export function sheet(industry: Industry, ...parts: string[]) {
  const { ground, raised, grid } = grounds[industry]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000" viewBox="0 0 1600 1000"><style>
path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.drawing-line{stroke:#d5e5f2;stroke-width:4.5}
.drawing-fine{stroke:#86a7c6;stroke-width:2.6}
.drawing-faint{stroke:#47668a;stroke-width:2.2}
.drawing-dash{stroke:#6f92b4;stroke-width:2.2;stroke-dasharray:26 8 4 8}
.drawing-dash-signal{stroke:#fb8345;stroke-width:3.5;stroke-dasharray:16 11}
.drawing-ink{stroke:#14284a;stroke-width:4.5}.drawing-ink-fine{stroke:#5b7492;stroke-width:2.6}
.drawing-signal{stroke:#fb8345;stroke-width:6}
.fill-ground{fill:${ground}}.fill-top{fill:${raised[0]}}.fill-left{fill:${raised[1]}}.fill-right{fill:${raised[2]}}
.fill-signal{fill:#fb8345}.fill-glow{fill:#fb8345;fill-opacity:.16}.fill-paper{fill:#e4eff7}.fill-pale{fill:#d5e5f2}
</style><rect width="1600" height="1000" fill="${ground}"/><path stroke="${grid}" stroke-width="1.5" d="${lines(40)}"/><path stroke="${grid}" stroke-width="3.5" d="${lines(200)}"/>${parts.join('')}</svg>`
}

const lines = (gap: number) =>
  steps(Math.floor(1600 / gap) + 1)
    .map((column) => `M${column * gap} 0v1000`)
    .join('') +
  steps(Math.floor(1000 / gap) + 1)
    .map((row) => `M0 ${row * gap}h1600`)
    .join('')
