import {
  box,
  closed,
  dimension,
  draw,
  fill,
  leader,
  open,
  ring,
  sheet,
  solid,
  steps,
  titleBlock,
  write,
} from './kit.ts'
import type { Point } from './point.ts'
import { isometric, type Solid } from './isometric.ts'

/** Three steps of thirty days: read the plan, build the piece, raise the flag. */
export function first90Days() {
  const iso = isometric([770, 350], 66)
  const { at, block, line, pane, wheel, drum, face } = iso
  const stair = [2, 1, 0].map((k) => {
    const [x, y] = tread(k)
    const z = rise(k)
    const number = `<g transform="matrix(.866 .5 0 1 ${at([x + 0.3, y + 3.6, z])
      .map((v) => v.toFixed(1))
      .join(' ')})">${write('drawing-line', String((k + 1) * 30), [0, 36], 36, 'start')}</g>`
    return block([x, y, 0], [5, 3.6, z]) + draw('drawing-faint', pane('floor', [x, y, z], 0.2, 0.2, 4.6, 3.2)) + number
  })
  const plan = [
    fill('fill-paper', pane('floor', [1, 7.8, 1.01], 0, 0, 3, 2.2)),
    draw(
      'drawing-ink',
      pane('floor', [1, 7.8, 1.01], 0.3, 0.3, 1.3, 1),
      pane('floor', [1, 7.8, 1.01], 1.6, 0.3, 1, 1.6),
    ),
    draw('drawing-ink-fine', pane('floor', [1, 7.8, 1.01], 0.3, 1.3, 1.3, 0.6)),
    draw('drawing-line', wheel('floor', [3.7, 9.1, 1.3], 0.62), wheel('floor', [3.7, 9.1, 1.22], 0.62)),
    draw('drawing-signal', wheel('floor', [3.7, 9.1, 1.3], 0.5)),
    draw('drawing-line', line([4.14, 9.54, 1.3], [4.7, 10.1, 1.3])),
  ]
  const cog = (radius: number) =>
    closed(
      ...steps(40).map((k) => {
        const reach = k % 4 < 2 ? radius : radius * 0.8
        const angle = ((k * 9 + (k % 2) * 4) * Math.PI) / 180
        return at(iso.on('left', [3, 5.6, 3.52], reach * Math.cos(angle), reach * Math.sin(angle)))
      }),
    )
  const piece = [
    block([1.8, 4.6, 2.15], [2.4, 1.5, 0.5]),
    draw('drawing-fine', ...steps(5).map((k) => pane('left', [1.8, 6.1, 2.15], 0.2 + k * 0.44, 0.14, 0.3, 0.22))),
    solid('fill-top', 'drawing-line', cog(0.95)),
    fill('fill-ground', wheel('left', [3, 5.6, 3.52], 0.3)),
    draw('drawing-line', wheel('left', [3, 5.6, 3.52], 0.3)),
    draw('drawing-fine', wheel('left', [3, 5.6, 3.52], 0.6)),
  ]
  const pole: Solid = [2.4, 1.8, rise(2)]
  const [, , z] = pole
  const flag = [
    drum([2.4, 1.8, z], 0.5, 0.16),
    draw('drawing-line', line(pole, [2.4, 1.8, z + 3.3])),
    fill(
      'fill-signal',
      closed(
        at([2.4, 1.8, z + 3.3]),
        at([4.4, 1.8, z + 3.3]),
        at([4, 1.8, z + 2.6]),
        at([4.4, 1.8, z + 1.9]),
        at([2.4, 1.8, z + 1.9]),
      ),
    ),
  ]
  const walk = draw(
    'drawing-dash-signal',
    line([4.4, 11.6, 0], [4.4, 10.8, 0]),
    line(
      [4.4, 10.8, 1],
      [4.4, 7.2, 1],
      [4.4, 7.2, 2.15],
      [4.4, 3.6, 2.15],
      [4.4, 3.6, 3.3],
      [4.4, 2.2, 3.3],
      [3, 2.2, 3.3],
    ),
  )
  return sheet(
    'strategy',
    draw(
      'drawing-faint',
      ...steps(11).map((k) => line([k - 2, -2, 0], [k - 2, 13, 0])),
      ...steps(16).map((k) => line([-2, k - 2, 0], [8, k - 2, 0])),
    ),
    fill('fill-ground', face([0, 0, 0], [5, 0, 0], [5, 10.8, 0], [0, 10.8, 0])),
    stair[0] ?? '',
    ...flag,
    stair[1] ?? '',
    ...piece,
    stair[2] ?? '',
    ...plan,
    walk,
    dimension(at([5, 10.8, 0]), at([5, 7.2, 0]), -66, '30'),
    dimension(at([5, 7.2, 0]), at([5, 3.6, 0]), -66, '30'),
    dimension(at([5, 3.6, 0]), at([5, 0, 0]), -66, '30'),
    titleBlock('S-01', '90'),
  )
}

const tread = (k: number): Solid => [0, 7.2 - k * 3.6, 0]

const rise = (k: number) => 1 + k * 1.15

/** Servers in a room whose lines all end at its own wall. */
export function privateModels() {
  const iso = isometric([780, 400], 68)
  const { at, block, line, pane, face } = iso
  const rack = (x: number, y: number, busy: number) => {
    const front: Solid = [x, y + 1.5, 0.2]
    return (
      block([x, y, 0.2], [1.5, 1.5, 3.9]) +
      draw(
        'drawing-fine',
        ...steps(9).map((k) => pane('left', front, 0.15, 0.22 + k * 0.4, 1.2, 0.28)),
        ...steps(3).map((k) => pane('right', [x + 1.5, y + 1.5, 0.2], 0.3, 0.5 + k * 1.1, 0.9, 0.7)),
      ) +
      fill('fill-pale', ...steps(9).map((k) => ring(at(iso.on('left', front, 1.18, 0.36 + k * 0.4)), 4.5))) +
      fill('fill-signal', ring(at(iso.on('left', front, 1.18, 0.36 + busy * 0.4)), 8))
    )
  }
  const lockAt: Point = [1322, 300]
  return sheet(
    'strategy',
    draw('drawing-dash-signal', face([-1, -1, -0.1], [7.6, -1, -0.1], [7.6, 7.1, -0.1], [-1, 7.1, -0.1])),
    block([-0.4, -0.4, -0.1], [7.4, 6.9, 0.3]),
    draw(
      'drawing-faint',
      ...steps(8).map((k) => line([k, 0, 0.2], [k, 6.5, 0.2])),
      ...steps(7).map((k) => line([0, k, 0.2], [7, k, 0.2])),
    ),
    fill(
      'fill-right',
      pane('left', [-0.1, -0.1, 0.2], 0, 0, 7.1, 4.6),
      pane('right', [-0.1, 6.5, 0.2], 0, 0, 6.6, 4.6),
    ),
    draw(
      'drawing-line',
      pane('left', [-0.1, -0.1, 0.2], 0, 0, 7.1, 4.6),
      pane('right', [-0.1, 6.5, 0.2], 0, 0, 6.6, 4.6),
    ),
    draw(
      'drawing-fine',
      pane('right', [-0.1, 6.5, 0.2], 0.6, 1.6, 1.6, 1.6),
      pane('right', [-0.1, 6.5, 0.2], 2.6, 1.6, 1.6, 1.6),
      line([-0.1, 5.1, 1.8], [-0.1, 5.1, 3.4]),
      line([-0.1, 3.1, 1.8], [-0.1, 3.1, 3.4]),
    ),
    rack(0.5, 0.3, 6),
    rack(2.4, 0.3, 2),
    rack(4.3, 0.3, 4),
    draw(
      'drawing-signal',
      line([1.25, 1.8, 0.2], [1.25, 3, 0.2], [5.05, 3, 0.2], [5.05, 1.8, 0.2]),
      line([3.15, 1.8, 0.2], [3.15, 3, 0.2]),
      line([2.3, 3, 0.2], [2.3, 5, 0.2]),
    ),
    block([1, 4.7, 0.2], [2.6, 1.2, 0.9]),
    block([1.7, 4.9, 1.1], [1.2, 0.2, 0.8]),
    draw('drawing-fine', pane('left', [1.7, 5.1, 1.1], 0.12, 0.12, 0.96, 0.56)),
    fill('fill-signal', ring(at([1.25, 3, 0.2]), 8), ring(at([3.15, 3, 0.2]), 8), ring(at([2.3, 3, 0.2]), 8)),
    leader(at([7.6, 3, -0.1]), [1322, at([7.6, 3, -0.1])[1]], [lockAt[0], 450], 'drawing-signal'),
    solid('fill-ground', 'drawing-signal', box(lockAt[0] - 92, lockAt[1] - 6, 184, 156)),
    draw('drawing-signal', `M${lockAt[0] - 56} ${lockAt[1] - 6}v-52a56 56 0 0 1 112 0v52`),
    draw('drawing-signal', `M${lockAt[0] - 30} ${lockAt[1] - 6}v-52a30 30 0 0 1 60 0v52`),
    fill('fill-signal', ring([lockAt[0], lockAt[1] + 60], 20)),
    fill('fill-signal', box(lockAt[0] - 7, lockAt[1] + 60, 14, 46)),
    draw('drawing-line', open([90, 560], [210, 560]), open([178, 530], [210, 560], [178, 590])),
    draw('drawing-signal', open([236, 520], [236, 600])),
    draw('drawing-line', open([90, 660], [250, 660]), open([218, 630], [250, 660], [218, 690])),
    draw('drawing-signal', open([276, 620], [276, 700])),
    titleBlock('S-02', '1:40'),
  )
}

/** Our own room: two drawing boards, the lamp, the rolls, and what came out of them on the wall. */
export function workshop() {
  const iso = isometric([790, 372], 63)
  const { at, block, line, pane, drum, wheel, face, on } = iso
  const board = (x: number, y: number, signal: boolean) => {
    const corners: Solid[] = [
      [x, y, 2.9],
      [x + 3, y, 2.9],
      [x + 3, y + 1.7, 1.8],
      [x, y + 1.7, 1.8],
    ]
    const flat = (u: number, v: number) => at([x + u * 3, y + v * 1.7, 2.9 - v * 1.1])
    return (
      draw(
        'drawing-line',
        line([x + 0.5, y + 0.2, 0], [x + 0.5, y + 0.9, 2.3]),
        line([x + 0.5, y + 1.6, 0], [x + 0.5, y + 0.9, 2.3]),
        line([x + 2.5, y + 0.2, 0], [x + 2.5, y + 0.9, 2.3]),
        line([x + 2.5, y + 1.6, 0], [x + 2.5, y + 0.9, 2.3]),
        line([x + 0.5, y + 0.9, 0.7], [x + 2.5, y + 0.9, 0.7]),
      ) +
      fill('fill-top', face(...corners)) +
      fill('fill-left', face([x, y + 1.7, 1.8], [x + 3, y + 1.7, 1.8], [x + 3, y + 1.7, 1.68], [x, y + 1.7, 1.68])) +
      draw(
        'drawing-line',
        face(...corners),
        face([x, y + 1.7, 1.8], [x + 3, y + 1.7, 1.8], [x + 3, y + 1.7, 1.68], [x, y + 1.7, 1.68]),
      ) +
      fill('fill-paper', closed(flat(0.08, 0.12), flat(0.92, 0.12), flat(0.92, 0.9), flat(0.08, 0.9))) +
      draw(
        'drawing-ink',
        open(flat(0.2, 0.75), flat(0.2, 0.4), flat(0.34, 0.22), flat(0.48, 0.4), flat(0.48, 0.75)),
        open(flat(0.48, 0.5), flat(0.8, 0.5), flat(0.8, 0.75)),
      ) +
      draw('drawing-ink-fine', open(flat(0.14, 0.75), flat(0.86, 0.75))) +
      (signal
        ? draw(
            'drawing-signal',
            open(flat(0.2, 0.84), flat(0.8, 0.84)),
            open(flat(0.2, 0.8), flat(0.2, 0.88)),
            open(flat(0.8, 0.8), flat(0.8, 0.88)),
          )
        : '') +
      draw('drawing-line', open(flat(-0.04, 0.6), flat(1.04, 0.6)))
    )
  }
  const stool = (x: number, y: number) =>
    draw(
      'drawing-line',
      line([x - 0.3, y, 1.5], [x - 0.5, y + 0.2, 0]),
      line([x + 0.3, y, 1.5], [x + 0.55, y, 0]),
      line([x, y + 0.3, 1.5], [x, y + 0.55, 0]),
    ) + drum([x, y, 1.5], 0.5, 0.14)
  const lamp = (x: number, y: number, signal: boolean) => {
    const [sx, sy] = at([x + 0.8, y + 0.4, 4.9])
    const shade = closed([sx - 11, sy - 10], [sx + 13, sy - 10], [sx + 42, sy + 38], [sx - 34, sy + 38])
    return (
      (signal
        ? fill(
            'fill-glow',
            closed([sx - 32, sy + 38], [sx + 40, sy + 38], at([x + 2.76, y + 1.5, 1.9]), at([x + 0.24, y + 1.5, 1.9])),
          )
        : '') +
      draw('drawing-line', line([x - 0.2, y, 2.9], [x - 0.6, y - 0.1, 4.1], [x + 0.8, y + 0.4, 4.9])) +
      solid('fill-left', signal ? 'drawing-signal' : 'drawing-line', shade)
    )
  }
  const wall: Solid = [-0.3, -0.3, 0]
  const side: Solid = [-0.3, 7.6, 0]
  const pinned = (u: number, v: number, width: number, height: number) => pane('left', wall, u, v, width, height)
  const mark = (u: number, v: number) => at(on('left', wall, u, v))
  return sheet(
    'strategy',
    fill('fill-right', pane('left', wall, 0, 0, 8.6, 5), pane('right', side, 0, 0, 7.9, 5)),
    fill('fill-left', face([-0.3, -0.3, 0], [8.3, -0.3, 0], [8.3, 7.6, 0], [-0.3, 7.6, 0])),
    draw(
      'drawing-line',
      pane('left', wall, 0, 0, 8.6, 5),
      pane('right', side, 0, 0, 7.9, 5),
      face([-0.3, -0.3, 0], [8.3, -0.3, 0], [8.3, 7.6, 0], [-0.3, 7.6, 0]),
    ),
    draw('drawing-faint', ...steps(8).map((k) => line([k + 0.7, -0.3, 0], [k + 0.7, 7.6, 0]))),
    // window, shelf of rolls, pinned sheets, clock
    fill('fill-ground', pane('right', side, 0.8, 1.5, 3, 2.8)),
    draw('drawing-line', pane('right', side, 0.8, 1.5, 3, 2.8)),
    draw('drawing-fine', pane('right', side, 0.8, 1.5, 1.5, 2.8), pane('right', side, 0.8, 2.9, 3, 1.4)),
    draw('drawing-line', pane('right', side, 4.6, 2.2, 2.6, 2)),
    draw(
      'drawing-fine',
      ...steps(3).flatMap((row) =>
        steps(4).map((k) => wheel('right', on('right', side, 4.95 + k * 0.63, 2.54 + row * 0.66), 0.27, 0, 360, 24)),
      ),
    ),
    fill('fill-paper', pinned(0.8, 2.4, 1.5, 2), pinned(2.7, 2.8, 2, 1.5)),
    draw('drawing-fine', pinned(5.3, 1.6, 2.4, 2.9), ...steps(5).map((k) => pinned(5.3, 1.6 + k * 0.58, 2.4, 0.58))),
    draw(
      'drawing-ink',
      open(mark(1, 2.7), mark(1, 4.1), mark(1.6, 4.1), mark(1.6, 3.5), mark(2.1, 3.5), mark(2.1, 2.7)),
      open(
        mark(2.9, 3.1),
        mark(2.9, 3.7),
        mark(3.3, 3.4),
        mark(3.3, 3.7),
        mark(3.7, 3.4),
        mark(3.7, 3.7),
        mark(4.1, 3.4),
        mark(4.1, 4.1),
        mark(4.4, 4.1),
        mark(4.4, 3.1),
        mark(2.9, 3.1),
      ),
    ),
    draw('drawing-ink-fine', open(mark(0.95, 2.7), mark(2.15, 2.7))),
    draw(
      'drawing-fine',
      wheel('left', on('left', wall, 6.5, 2.7), 0.28),
      wheel('left', on('left', wall, 6.5, 3.9), 0.34),
      line(on('left', wall, 5.7, 2), on('left', wall, 7.3, 2)),
    ),
    block([6.6, 0, 0], [1.4, 1.2, 1.7]),
    draw('drawing-fine', ...steps(4).map((k) => pane('left', [6.6, 1.2, 0], 0.12, 0.12 + k * 0.4, 1.16, 0.3))),
    drum([7.3, 0.6, 1.7], 0.34, 0.5),
    draw(
      'drawing-line',
      line([7.3, 0.6, 2.2], [7, 0.5, 3]),
      line([7.3, 0.6, 2.2], [7.4, 0.4, 3.2]),
      line([7.3, 0.6, 2.2], [7.7, 0.6, 2.9]),
    ),
    board(0.9, 2, true),
    lamp(0.9, 2, true),
    stool(2.3, 4.7),
    board(4.7, 2.6, false),
    lamp(4.7, 2.6, false),
    stool(6.1, 5.2),
    drum([1, 6.4, 0], 0.42, 0.9),
    draw(
      'drawing-line',
      line([0.9, 6.4, 0.9], [0.8, 6.3, 2]),
      line([1.1, 6.4, 0.9], [1.2, 6.5, 1.8]),
      line([1, 6.2, 0.9], [1, 6.1, 2.2]),
    ),
    draw(
      'drawing-fine',
      wheel('floor', [0.8, 6.3, 2], 0.1),
      wheel('floor', [1.2, 6.5, 1.8], 0.1),
      wheel('floor', [1, 6.1, 2.2], 0.1),
    ),
    dimension(at([-0.3, 7.6, 0]), at([8.3, 7.6, 0]), -56, '8.60'),
    dimension(at([8.3, 7.6, 0]), at([8.3, -0.3, 0]), -56, '7.90'),
    titleBlock('A-01', '1:40'),
  )
}
