import {
  arc,
  axes,
  box,
  closed,
  dimension,
  draw,
  fill,
  finder,
  gear,
  head,
  hexagon,
  leader,
  note,
  open,
  ring,
  sheet,
  solid,
  steps,
  titleBlock,
  turn,
  write,
} from './kit.ts'
import type { Point } from './point.ts'
import { isometric, type Solid } from './isometric.ts'

/** A tray of nuts; the camera sees the one with a crack. */
export function defectDetection() {
  const bad: Point = [800, 560]
  const rows = steps(5).flatMap((row) =>
    steps(8).map((column): Point => [80 + column * 240 - (row % 2) * 120, 100 + row * 230]),
  )
  const places = rows.filter(([x, y]) => !(x === bad[0] && y === bad[1]) && !(x > 1150 && y > 760))
  const crack = open(turn(bad, 47, -40), turn(bad, 62, -30), turn(bad, 66, -48), turn(bad, 80, -36), turn(bad, 92, -44))
  return sheet(
    'manufacturing',
    fill('fill-glow', box(0, bad[1] - 134, 1600, 268)),
    ...places.map((place, index) => nut(place, 30 + ((index * 17) % 24) - 12)),
    draw(
      'drawing-dash-signal',
      open([0, bad[1] - 134], [1600, bad[1] - 134]),
      open([0, bad[1] + 134], [1600, bad[1] + 134]),
    ),
    nut(bad, 30),
    draw('drawing-signal', crack, finder(bad[0] - 118, bad[1] - 118, 236, 236, 46)),
    axes(bad, 150),
    leader([bad[0] + 118, bad[1] - 118], [1050, 310], [1140, 310], 'drawing-signal'),
    solid('fill-ground', 'drawing-signal', ring([1330, 310], 190)),
    draw('drawing-line', arc([1180, 470], 150, -84, -40), arc([1180, 470], 318, -78, -30)),
    draw('drawing-fine', arc([1180, 470], 174, -82, -40), arc([1180, 470], 280, -78, -32)),
    draw('drawing-signal', open([1283, 361], [1322, 344], [1316, 302], [1366, 300], [1372, 262], [1410, 246])),
    draw('drawing-line', open([1316, 330], [1316, 404]), open([1366, 330], [1366, 404])),
    write('drawing-line', '0.3', [1341, 436], 34),
    draw(
      'drawing-fine',
      open([1280, 392], [1402, 392]),
      closed([1316, 392], [1300, 386], [1300, 398]),
      closed([1366, 392], [1382, 386], [1382, 398]),
    ),
    titleBlock('M-01', '1:2'),
  )
}

const nut = (middle: Point, start: number) =>
  solid('fill-left', 'drawing-line', hexagon(middle, 92, start)) +
  draw('drawing-fine', ring(middle, 78)) +
  fill('fill-ground', ring(middle, 47)) +
  draw('drawing-line', ring(middle, 47)) +
  draw('drawing-fine', arc(middle, 55, start + 20, start + 290))

/** Jars on a belt under a camera. */
export function visualInspection() {
  const iso = isometric([420, 350], 72)
  const { at, block, drum, line, face, wheel } = iso
  const jar = (x: number, pen: 'drawing-line' | 'drawing-signal' = 'drawing-line') =>
    drum([x, 3, 2], 0.56, 1.1, pen) +
    drum([x, 3, 3.1], 0.4, 0.22, pen) +
    draw(
      pen === 'drawing-signal' ? 'drawing-signal' : 'drawing-fine',
      wheel('floor', [x, 3, 2.35], 0.56, -45, 135),
      wheel('floor', [x, 3, 2.85], 0.56, -45, 135),
    )
  const seen = 5.1
  const eye: Solid = [seen, 3, 5.2]
  const legs = (x: number) => block([x, 4, 0], [0.24, 0.24, 1.5], 'drawing-fine')
  const rack = [block([seen - 0.2, 1, 0], [0.4, 0.4, 6.2])]
  const beam = [
    block([seen - 0.2, 1, 6.2], [0.4, 2.5, 0.4]),
    block([seen - 0.5, 2.5, 5.5], [1, 1, 0.7]),
    drum([seen, 3, 5.15], 0.32, 0.35),
  ]
  return sheet(
    'manufacturing',
    draw(
      'drawing-faint',
      ...steps(9).map((k) => line([-4, k * 1.2 - 2, 0], [13, k * 1.2 - 2, 0])),
      ...steps(15).map((k) => line([k * 1.2 - 4, -2, 0], [k * 1.2 - 4, 7.6, 0])),
    ),
    ...rack,
    legs(-3),
    legs(0.8),
    legs(4.8),
    legs(8.8),
    block([-5, 2, 1.5], [17, 2.1, 0.5]),
    draw('drawing-fine', ...steps(23).map((k) => wheel('left', [-4.6 + k * 0.72, 4.1, 1.75], 0.15, 0, 360, 12))),
    draw('drawing-faint', ...steps(20).map((k) => line([-4.6 + k * 0.86, 2, 2], [-4.6 + k * 0.86, 4.1, 2]))),
    draw(
      'drawing-dash-signal',
      face([seen - 0.85, 2.15, 2], [seen + 0.85, 2.15, 2], [seen + 0.85, 3.85, 2], [seen - 0.85, 3.85, 2]),
    ),
    ...[-3.3, -1.2, 0.9, 3].map((x) => jar(x)),
    jar(seen, 'drawing-signal'),
    ...[7.2, 9.3, 11.4].map((x) => jar(x)),
    fill(
      'fill-glow',
      closed(
        at([seen - 0.2, 3.2, 5.2]),
        at([seen + 0.2, 2.8, 5.2]),
        at([seen + 0.85, 2.15, 2]),
        at([seen + 0.85, 3.85, 2]),
        at([seen - 0.85, 3.85, 2]),
      ),
    ),
    draw('drawing-dash-signal', open(at(eye), at([seen + 0.85, 2.15, 2])), open(at(eye), at([seen - 0.85, 3.85, 2]))),
    ...beam,
    leader(at([seen + 0.5, 3.3, 5.9]), [1010, 210], [1120, 210]),
    solid('fill-ground', 'drawing-fine', box(1120, 90, 330, 240)),
    draw(
      'drawing-line',
      `M1232 290v-100q0 -14 14 -14h78q14 0 14 14v100q0 12 -14 12h-78q-14 0 -14 -12z`,
      box(1250, 140, 70, 34),
    ),
    draw('drawing-signal', finder(1206, 116, 158, 200, 26), open([1292, 206], [1282, 226], [1296, 240], [1288, 262])),
    dimension(at([-1.2, 4.1, 0]), at([3, 4.1, 0]), -60, '240'),
    titleBlock('M-02', '1:25'),
  )
}

/** Gears that still turn, and the vibration that says how long. */
export function predictiveMaintenance() {
  const unit = 11.5
  const one: Point = [370, 350]
  const [big, small, third] = [24, 13, 17]
  const first = 20
  const two = turn(one, (big + small) * unit, first)
  const second = -36
  const three = turn(two, (small + third) * unit, second)
  const twoStart = start(small, big, 0, first)
  const threeStart = start(third, small, twoStart, second)
  const wheel = (middle: Point, teeth: number, turned: number, spokes: number) => {
    const radius = teeth * unit
    return (
      solid('fill-left', 'drawing-line', gear(middle, radius, teeth, turned)) +
      draw('drawing-fine', ring(middle, radius * 0.82)) +
      steps(spokes)
        .map(
          (k) =>
            fill('fill-ground', ring(turn(middle, radius * 0.52, turned + (k * 360) / spokes), radius * 0.19)) +
            draw('drawing-line', ring(turn(middle, radius * 0.52, turned + (k * 360) / spokes), radius * 0.19)),
        )
        .join('') +
      fill('fill-top', ring(middle, radius * 0.24)) +
      draw('drawing-line', ring(middle, radius * 0.24)) +
      fill('fill-ground', ring(middle, radius * 0.12)) +
      draw('drawing-line', ring(middle, radius * 0.12)) +
      axes(middle, radius * 1.16)
    )
  }
  return sheet(
    'manufacturing',
    wheel(one, big, 0, 6),
    wheel(three, third, threeStart, 5),
    wheel(two, small, twoStart, 4),
    draw(
      'drawing-signal',
      ring(two, small * unit * 0.34),
      arc(two, small * unit * 1.28, 100, 150),
      arc(two, small * unit * 1.28, 30, 80),
      arc(two, small * unit * 1.46, 105, 145),
      arc(two, small * unit * 1.46, 35, 75),
    ),
    draw('drawing-faint', open([80, 826], [1520, 826])),
    draw('drawing-dash', open([80, 756], [1210, 756]), open([80, 896], [1210, 896])),
    draw(
      'drawing-line',
      wave(80, two[0], (share) => 16 + share * 14),
    ),
    draw(
      'drawing-signal',
      wave(two[0], 1130, (share) => 30 + share * 66),
    ),
    leader([two[0], two[1] + small * unit * 0.34], [two[0], 740], [two[0], 826], 'drawing-signal'),
    draw('drawing-signal', open([1130, 700], [1130, 936])),
    dimension([two[0], 730], [1130, 730], 30, '', 'drawing-signal'),
    note([(two[0] + 1130) / 2, 700], '14', 'drawing-signal', 38),
    titleBlock('M-03', '1:5'),
  )
}

const start = (wheel: number, own: number, own0: number, at: number) => {
  // a tooth of one has to meet a gap of the other, and they turn against each other
  const share = ((((at - own0) / (360 / own)) % 1) + 1) % 1
  return at + 180 + (share + 0.5) * (360 / wheel)
}

const wave = (from: number, to: number, swell: (share: number) => number) => {
  const points: Point[] = []
  for (let x = from; x <= to; x += 6)
    points.push([x, 826 + Math.sin(x / 9) * swell((x - from) / (to - from)) * (0.75 + 0.25 * Math.sin(x / 37))])
  return open(...points)
}

/** A day of three shifts as a ring; the helmets that fill it. */
export function shiftPlanner() {
  const middle: Point = [640, 500]
  const band = (inner: number, outer: number, from: number, to: number) => {
    const [a, b] = [hour(from) + 1.2, hour(to) - 1.2]
    const large = b - a > 180 ? 1 : 0
    const p = [turn(middle, outer, a), turn(middle, outer, b), turn(middle, inner, b), turn(middle, inner, a)].map(
      ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`,
    )
    return `M${p[0]}A${outer} ${outer} 0 ${large} 1 ${p[1]}L${p[2]}A${inner} ${inner} 0 ${large} 0 ${p[3]}Z`
  }
  const crews: [number, number, number, number][] = [
    [300, 356, 6, 14],
    [300, 356, 14, 22],
    [300, 356, 22, 30],
    [228, 284, 19, 25],
    [228, 284, 2, 10],
    [228, 284, 11, 18],
    [156, 212, 8, 16],
    [156, 212, 18, 24],
    [156, 212, 0, 6],
  ]
  const rows: Point[] = [
    [1230, 190],
    [1230, 390],
    [1230, 590],
  ]
  return sheet(
    'manufacturing',
    draw('drawing-fine', ring(middle, 392), ring(middle, 420)),
    draw(
      'drawing-fine',
      ...steps(96).map((k) => open(turn(middle, 392, k * 3.75), turn(middle, k % 4 === 0 ? 376 : 384, k * 3.75))),
    ),
    ...steps(8).map((k) => write('drawing-line', String(k * 3), turn(middle, 452, hour(k * 3)), 30)),
    ...crews.map(([inner, outer, from, to], k) =>
      solid(k % 3 === 1 ? 'fill-top' : 'fill-left', 'drawing-line', band(inner, outer, from, to)),
    ),
    fill('fill-signal', band(228, 284, 2, 10)),
    draw('drawing-signal', band(228, 284, 2, 10)),
    draw(
      'drawing-dash-signal',
      open(turn(middle, 130, hour(2)), turn(middle, 420, hour(2))),
      open(turn(middle, 130, hour(10)), turn(middle, 420, hour(10))),
    ),
    fill('fill-ground', ring(middle, 128)),
    draw('drawing-line', ring(middle, 128)),
    helmet([middle[0], middle[1] + 30], 78, 'drawing-line'),
    ...rows.map(
      (row, k) =>
        helmet(row, 62, k === 1 ? 'drawing-signal' : 'drawing-line') +
        solid('fill-ground', k === 1 ? 'drawing-signal' : 'drawing-fine', box(1330, row[1] - 56, 190, 64)) +
        (k === 1
          ? fill('fill-signal', box(1330 + 40, row[1] - 56, 110, 64))
          : fill('fill-top', box(1330 + [10, 0, 66][k]!, row[1] - 54, 108, 60))) +
        draw(
          'drawing-fine',
          ...steps(7).map((h) => open([1330 + h * 31.6, row[1] + 8], [1330 + h * 31.6, row[1] + 20])),
        ),
    ),
    leader(turn(middle, 284, hour(4.8)), [1110, turn(middle, 284, hour(4.8))[1]], [1110, 372], 'drawing-signal'),
    draw('drawing-signal', open([1110, 372], [1150, 372])),
    fill('fill-signal', head([1158, 372], 0, 26)),
    titleBlock('M-04', '24:00'),
  )
}

const hour = (h: number) => h * 15 - 90

const helmet = ([x, y]: Point, size: number, pen: 'drawing-line' | 'drawing-signal') => {
  const s = (value: number) => (value * size).toFixed(1)
  return (
    fill('fill-left', `M${x - 0.8 * size} ${y}a${s(0.8)} ${s(0.8)} 0 0 1 ${s(1.6)} 0z`) +
    draw(
      pen,
      `M${x - 0.8 * size} ${y}a${s(0.8)} ${s(0.8)} 0 0 1 ${s(1.6)} 0`,
      `M${x - size} ${y}h${s(2)}v${s(0.18)}h${s(-2)}z`,
      `M${x - 0.22 * size} ${y - 0.3 * size}v${s(-0.6)}h${s(0.44)}v${s(0.6)}`,
    ) +
    draw(
      'drawing-fine',
      `M${x - 0.52 * size} ${y - 0.06 * size}q0 ${s(-0.34)} ${s(0.16)} ${s(-0.5)}M${x + 0.52 * size} ${y - 0.06 * size}q0 ${s(-0.34)} ${s(-0.16)} ${s(-0.5)}`,
    )
  )
}
