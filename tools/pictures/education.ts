import {
  arc,
  box,
  clock,
  closed,
  dimension,
  draw,
  fill,
  finder,
  hatch,
  head,
  leader,
  note,
  open,
  ring,
  sheet,
  solid,
  steps,
  titleBlock,
  turned,
  write,
} from './kit.ts'
import type { Point } from './point.ts'
import { isometric, type Solid } from './isometric.ts'

/** A week on the board; one lesson moves and everything fits. */
export function timetableSolver() {
  const [left, top, wide, high] = [186, 190, 208, 122]
  const cell = (column: number, row: number, rows = 1) =>
    box(left + column * wide + 9, top + row * high + 9, wide - 18, rows * high - 18)
  const lessons: [number, number, number, 'fill-top' | 'fill-left' | 'fill-right' | 'hatch'][] = [
    [0, 0, 2, 'fill-top'],
    [0, 2, 1, 'fill-left'],
    [0, 4, 1, 'hatch'],
    [0, 5, 1, 'fill-left'],
    [1, 0, 1, 'hatch'],
    [1, 1, 1, 'fill-left'],
    [1, 2, 2, 'fill-top'],
    [1, 5, 1, 'fill-right'],
    [2, 1, 2, 'fill-top'],
    [2, 3, 1, 'fill-left'],
    [2, 4, 1, 'hatch'],
    [3, 0, 1, 'fill-left'],
    [3, 1, 1, 'hatch'],
    [3, 4, 2, 'fill-top'],
    [4, 0, 2, 'fill-top'],
    [4, 3, 1, 'hatch'],
    [4, 4, 1, 'fill-left'],
  ]
  const lesson = ([column, row, rows, tone]: (typeof lessons)[number]) => {
    const place = cell(column, row, rows)
    const [x, y] = [left + column * wide + 28, top + row * high + 36]
    if (tone === 'hatch')
      return (
        fill('fill-right', place) +
        draw('drawing-faint', hatch(left + column * wide + 9, top + row * high + 9, wide - 18, rows * high - 18, 22)) +
        draw('drawing-line', place)
      )
    return (
      solid(tone, 'drawing-line', place) +
      draw('drawing-fine', open([x, y], [x + 90, y]), open([x, y + 22], [x + 50, y + 22]), ring([x + 148, y + 8], 14))
    )
  }
  const from: Point = [left + 2.5 * wide, top + 5.5 * high]
  const to: Point = [left + 3.5 * wide, top + 2.72 * high]
  const lifted = box(left + 3 * wide + 9, top + 2 * high + 9, wide - 18, high * 1 - 18)
  return sheet(
    'education',
    ...steps(6).map((hour) => write('drawing-fine', `${hour + 8}:00`, [left - 26, top + hour * high + 18], 24, 'end')),
    ...steps(5).map((day) => write('drawing-fine', String(day + 1), [left + (day + 0.5) * wide, top - 34], 30)),
    draw(
      'drawing-faint',
      ...steps(6).map((k) => open([left + k * wide, top - 60], [left + k * wide, top + 6 * high])),
      ...steps(7).map((k) => open([left - 10, top + k * high], [left + 5 * wide + 10, top + k * high])),
    ),
    ...lessons.map(lesson),
    draw('drawing-dash-signal', cell(2, 5)),
    fill('fill-ground', lifted),
    fill('fill-signal', lifted),
    draw(
      'drawing-ink',
      open([left + 3 * wide + 30, top + 2 * high + 44], [left + 3 * wide + 120, top + 2 * high + 44]),
      open([left + 3 * wide + 30, top + 2 * high + 68], [left + 3 * wide + 80, top + 2 * high + 68]),
      ring([left + 3 * wide + 172, top + 2 * high + 54], 15),
    ),
    draw(
      'drawing-signal',
      `M${from[0]} ${from[1] - 30}C${from[0]} ${from[1] - 220} ${to[0]} ${to[1] + 260} ${to[0]} ${to[1] + 62}`,
    ),
    fill('fill-signal', head([to[0], to[1] + 40], -90, 34)),
    fill('fill-signal', ring([from[0], from[1] - 30], 9)),
    clock([1418, 316], 118, 10, 9),
    dimension([left + 5 * wide, top + 3 * high], [left + 5 * wide, top + 5 * high], 100, '2:00'),
    titleBlock('E-01', '5 x 6'),
  )
}

/** An essay under the pencil: what is good and what to try next, in the margin. */
export function teacherFeedback() {
  const page =
    fill('fill-right', box(336, 96, 700, 960)) +
    fill('fill-paper', box(320, 80, 700, 960)) +
    draw(
      'drawing-ink-fine',
      open([460, 80], [460, 1040]),
      ...steps(10).map((k) => open([320, 250 + k * 78], [1020, 250 + k * 78])),
    ) +
    draw('drawing-ink', open([500, 160], [760, 160])) +
    draw(
      'drawing-ink',
      ...steps(9).map((k) =>
        written(500, 244 + k * 78, [440, 400, 452, 430, 300, 440, 410, 446, 360][k] ?? 400, k * 3 + 1),
      ),
    ) +
    draw(
      'drawing-signal',
      open([500, 424], [700, 424]),
      `M640 542c90 -42 260 -34 262 8s-190 50 -268 20s-44 -46 44 -52`,
      open([362, 400], [386, 424], [424, 370]),
    ) +
    draw('drawing-signal', open([362, 728], [424, 728]), open([362, 752], [404, 752]))
  const pencil =
    solid('fill-top', 'drawing-line', closed([1150, 300], [1216, 300], [1216, 800], [1183, 886], [1150, 800])) +
    draw('drawing-fine', open([1172, 300], [1172, 800]), open([1194, 300], [1194, 800])) +
    draw(
      'drawing-line',
      open([1150, 800], [1166, 782], [1183, 800], [1200, 782], [1216, 800]),
      open([1150, 350], [1216, 350]),
      open([1150, 372], [1216, 372]),
    ) +
    solid('fill-left', 'drawing-line', 'M1150 300v-30q33 -34 66 0v30z') +
    fill('fill-signal', closed([1173, 860], [1183, 886], [1193, 860]))
  const square =
    draw('drawing-line', closed([70, 960], [70, 420], [380, 960]), closed([128, 904], [128, 640], [280, 904])) +
    draw('drawing-fine', ...steps(17).map((k) => open([70, 930 - k * 28], [k % 5 === 0 ? 98 : 86, 930 - k * 28])))
  return sheet(
    'education',
    turned(-6, [200, 700], fill('fill-left', closed([70, 960], [70, 420], [380, 960])), square),
    turned(-5, [680, 560], page),
    turned(24, [1183, 600], pencil),
    leader([904, 528], [1090, 330], [1240, 330], 'drawing-signal'),
    solid(
      'fill-ground',
      'drawing-signal',
      'M1252 190h236a14 14 0 0 1 14 14v230a14 14 0 0 1 -14 14h-180l-34 34v-34h-22a14 14 0 0 1 -14 -14v-230a14 14 0 0 1 14 -14z',
    ),
    draw(
      'drawing-line',
      open([1284, 256], [1456, 256]),
      open([1284, 306], [1456, 306]),
      open([1284, 356], [1390, 356]),
    ),
    titleBlock('E-02', '1:1'),
  )
}

const written = (x: number, y: number, width: number, seed: number) => {
  let data = ''
  for (let along = 0, word = seed; along < width - 40; word += 1) {
    const letters = 3 + ((word * 5) % 6)
    data +=
      `M${x + along} ${y}` +
      steps(letters)
        .map((k) => `c6 ${-12 - ((word + k * 3) % 4) * 6} 14 ${-12 - ((word + k * 5) % 3) * 4} 11 0s4 2 7 -1`)
        .join('')
    along += letters * 18 + 20
  }
  return data
}

/** A desk where the screen answers with the next step, not with the solution. */
export function tutor() {
  const iso = isometric([690, 470], 84)
  const { at, block, line, pane, drum, wheel } = iso
  const screen: Solid = [1.6, 1.2, 3.25]
  const spot = (u: number, v: number) => at(iso.on('left', screen, u, v))
  const desk = [
    block([0.2, 0.4, 0], [0.35, 0.35, 3]),
    block([0.2, 3.6, 0], [0.35, 0.35, 3]),
    block([4.2, 0.5, 0], [2, 3.4, 3]),
    draw(
      'drawing-fine',
      ...steps(3).map(
        (k) =>
          pane('left', [4.2, 3.9, 0], 0.15, 0.15 + k * 0.93, 1.7, 0.8) +
          line([4.95, 3.9, 0.6 + k * 0.93], [5.35, 3.9, 0.6 + k * 0.93]),
      ),
    ),
    block([0, 0, 3], [6.4, 4.2, 0.2]),
  ]
  const laptop = [
    block([1.6, 1.2, 3.2], [3, 2, 0.1]),
    draw(
      'drawing-fine',
      ...steps(4).map((k) => pane('floor', [1.85, 1.5 + k * 0.28, 3.3], 0, 0, 2.5, 0.2)),
      pane('floor', [2.6, 2.65, 3.3], 0, 0, 1, 0.42),
    ),
    fill('fill-right', pane('left', screen, 0, 0, 3, 2.2)),
    draw('drawing-line', pane('left', screen, 0, 0, 3, 2.2), pane('left', screen, 0.14, 0.14, 2.72, 1.92)),
    fill('fill-glow', closed(spot(0.55, 0.45), spot(2.05, 0.45), spot(0.55, 1.6))),
    draw(
      'drawing-signal',
      closed(spot(0.55, 0.45), spot(2.05, 0.45), spot(0.55, 1.6)),
      open(spot(0.55, 0.65), spot(0.75, 0.65), spot(0.75, 0.45)),
    ),
    draw(
      'drawing-fine',
      open(spot(1.6, 1.75), spot(2.6, 1.75)),
      open(spot(1.6, 1.5), spot(2.35, 1.5)),
      open(spot(1.9, 1.25), spot(2.6, 1.25)),
    ),
  ]
  const shade = at([0.9, 0.9, 5.6])
  const lamp = [
    drum([0.9, 0.9, 3.2], 0.5, 0.12),
    draw('drawing-line', line([0.9, 0.9, 3.32], [0.1, 0.9, 4.7], [0.9, 0.9, 5.6])),
    solid('fill-ground', 'drawing-line', ring(at([0.1, 0.9, 4.7]), 9)),
    solid(
      'fill-left',
      'drawing-line',
      closed(
        [shade[0] - 14, shade[1] - 12],
        [shade[0] + 16, shade[1] - 12],
        [shade[0] + 56, shade[1] + 48],
        [shade[0] - 40, shade[1] + 48],
      ),
    ),
  ]
  const books = [
    block([5, 1, 3.2], [1.1, 1.5, 0.28]),
    block([4.95, 1.1, 3.48], [1.05, 1.4, 0.22]),
    block([5.1, 0.95, 3.7], [0.95, 1.45, 0.32]),
    draw('drawing-fine', line([5.1, 2.4, 3.78], [6.05, 2.4, 3.78])),
  ]
  const cup = [drum([5.6, 3.3, 3.2], 0.3, 0.6), draw('drawing-fine', wheel('floor', [5.6, 3.3, 3.8], 0.22))]
  const pad = [
    fill('fill-paper', pane('floor', [0.7, 2.7, 3.21], 0, 0, 1.3, 1)),
    draw('drawing-ink-fine', ...steps(4).map((k) => line([0.85, 2.9 + k * 0.2, 3.21], [1.8, 2.9 + k * 0.2, 3.21]))),
  ]
  const stool = [
    drum([2.9, 6.3, 1.7], 0.85, 0.2),
    draw(
      'drawing-line',
      line([2.3, 6.5, 1.6], [1.9, 6.8, 0]),
      line([3.5, 6.3, 1.65], [3.9, 6.3, 0]),
      line([2.95, 7.1, 1.7], [2.95, 7.5, 0]),
    ),
  ]
  const bubble: Point = [1180, 120]
  return sheet(
    'education',
    draw(
      'drawing-faint',
      line([-2, -1.4, 0], [9, -1.4, 0]),
      line([-1.4, -2, 0], [-1.4, 8, 0]),
      ...steps(10).map((k) => line([k - 1, -1.4, 0], [k - 1, 8, 0])),
      ...steps(9).map((k) => line([-1.4, k - 0.4, 0], [9, k - 0.4, 0])),
    ),
    ...desk,
    ...lamp,
    ...laptop,
    ...books,
    ...pad,
    ...cup,
    ...stool,
    leader(spot(2.05, 0.45), [1000, 245], [1180, 245], 'drawing-signal'),
    solid('fill-ground', 'drawing-signal', box(bubble[0], bubble[1], 330, 250)),
    write('drawing-line', 'a²+b²=?', [bubble[0] + 165, bubble[1] + 68], 40),
    ...steps(3).map(
      (k) =>
        draw(
          k === 2 ? 'drawing-dash' : 'drawing-fine',
          open([bubble[0] + 84, bubble[1] + 130 + k * 40], [bubble[0] + [270, 230, 290][k]!, bubble[1] + 130 + k * 40]),
        ) +
        solid(
          k === 2 ? 'fill-ground' : 'fill-signal',
          'drawing-signal',
          ring([bubble[0] + 48, bubble[1] + 130 + k * 40], 10),
        ),
    ),
    dimension(at([0, 4.2, 0]), at([0, 4.2, 3.2]), 90, '720'),
    titleBlock('E-03', '1:20'),
  )
}

/** A school seen from above without its roof; one class finds its free room. */
export function schoolTimetables() {
  const iso = isometric([800, 150], 58)
  const { at, line, pane, block, face } = iso
  const wall = 0.8
  const thick = 0.16
  const along = (x: number, y: number, length: number) => block([x, y, 0], [length, thick, wall], 'drawing-fine')
  const across = (x: number, y: number, length: number) => block([x, y, 0], [thick, length, wall], 'drawing-fine')
  const desks = (x: number, y: number) =>
    steps(9)
      .map((k) =>
        block([x + 0.55 + (k % 3) * 1.05, y + 0.7 + Math.floor(k / 3) * 1.05, 0], [0.74, 0.4, 0.24], 'drawing-fine'),
      )
      .join('')
  const back = [0, 1, 2].flatMap((column) => {
    const [x, y] = room(column, 0)
    return [along(x, y, 4), across(x, y, 4.2), column === 1 ? '' : desks(x, y), along(x, 4.2, 2.7)]
  })
  const front = [0, 1, 2].flatMap((column) => {
    const [x, y] = room(column, 1)
    return [along(x, y, 2.7), across(x, y, 4.2), desks(x, y)]
  })
  const ends = [across(12, 0, 4.2)]
  const free: Solid = [4.16, 0.16, 0.02]
  return sheet(
    'education',
    fill('fill-right', face([-0.5, -0.5, -0.3], [12.6, -0.5, -0.3], [12.6, 11.1, -0.3], [-0.5, 11.1, -0.3])),
    block([-0.5, -0.5, -0.3], [13.2, 11.7, 0.28]),
    draw('drawing-faint', ...steps(12).map((k) => line([k + 0.5, 4.4, 0], [k + 0.5, 6.4, 0]))),
    fill('fill-glow', pane('floor', free, 0, 0, 3.84, 4.04)),
    draw('drawing-signal', pane('floor', free, 0.2, 0.2, 3.4, 3.6)),
    ...back,
    ...ends,
    ...front,
    across(12, 6.4, 4.2),
    along(0, 10.6, 12.16),
    draw('drawing-signal', line([10.1, 8.2, 0.3], [11.4, 8.2, 0.3], [11.4, 5.4, 0], [7.35, 5.4, 0], [7.35, 2.6, 0])),
    fill('fill-signal', ring(at([10.1, 8.2, 0.3]), 12), closed(at([7.35, 2, 0]), at([7, 2.8, 0]), at([7.7, 2.8, 0]))),
    leader(at([5.6, 1, 0]), [at([5.6, 1, 0])[0], 165], [1110, 165], 'drawing-signal'),
    clock([1230, 165], 96, 9, 0),
    draw('drawing-signal', arc([1230, 165], 70, -90, 0), finder(1110, 45, 240, 240, 34)),
    dimension(at([-0.5, 11.2, -0.3]), at([12.7, 11.2, -0.3]), -46, '38.4'),
    note([220, 210], 'N', 'drawing-fine', 44),
    draw('drawing-fine', closed([220, 110], [208, 160], [232, 160])),
    draw('drawing-fine', open([220, 254], [220, 300])),
    titleBlock('E-04', '1:200'),
  )
}

const room = (column: number, row: number) => [column * 4, row === 0 ? 0 : 6.4] as const
