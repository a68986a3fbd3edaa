import {
  arc,
  box,
  closed,
  dimension,
  draw,
  fill,
  finder,
  hatch,
  leader,
  open,
  ring,
  sheet,
  solid,
  steps,
  titleBlock,
  turn,
  turned,
  write,
} from './kit.ts'
import type { Point } from './point.ts'
import { isometric, type Solid } from './isometric.ts'

/** A flat on paper; one room has just been read. */
export function floorPlanReading() {
  const [x, y] = [140, 150]
  const wall = (left: number, top: number, width: number, height: number) => box(x + left, y + top, width, height)
  const door = (hinge: Point, from: number, radius = 92) => {
    const middle: Point = [x + hinge[0], y + hinge[1]]
    return open(middle, turn(middle, radius, from)) + arc(middle, radius, from, from + 90)
  }
  const pane = (left: number, top: number, width: number, height: number) =>
    fill('fill-ground', wall(left, top, width, height)) +
    draw(
      'drawing-fine',
      wall(left, top, width, height),
      width > height
        ? open([x + left, y + top + height / 2], [x + left + width, y + top + height / 2])
        : open([x + left + width / 2, y + top], [x + left + width / 2, y + top + height]),
    )
  const chair = (cx: number, cy: number) => box(x + cx - 22, y + cy - 22, 44, 44)
  return sheet(
    'real-estate',
    fill('fill-glow', wall(24, 24, 476, 372)),
    // bed, wardrobe, table, kitchen, sofa, bath
    draw(
      'drawing-fine',
      wall(60, 100, 210, 190),
      wall(60, 100, 56, 84),
      wall(60, 206, 56, 84),
      open([x + 150, y + 100], [x + 150, y + 290]),
      wall(400, 60, 84, 240),
      open([x + 400, y + 60], [x + 484, y + 300]),
    ),
    draw('drawing-fine', wall(640, 150, 200, 120), chair(690, 120), chair(790, 120), chair(690, 300), chair(790, 300)),
    draw(
      'drawing-fine',
      wall(1000, 40, 80, 340),
      ring([x + 1040, y + 90], 20),
      ring([x + 1040, y + 150], 20),
      wall(1016, 230, 48, 70),
    ),
    draw(
      'drawing-fine',
      wall(760, 470, 260, 96),
      wall(760, 566, 260, 34),
      open([x + 890, y + 470], [x + 890, y + 566]),
      wall(820, 380, 140, 56),
      ring([x + 1040, y + 630], 30),
      ring([x + 1040, y + 630], 10),
    ),
    draw(
      'drawing-fine',
      wall(50, 476, 90, 190),
      `M${x + 66} ${y + 520}q0 -28 29 -28t29 28v120h-58z`,
      ring([x + 240, y + 500], 28),
      wall(210, 612, 60, 56),
      ring([x + 240, y + 604], 28),
    ),
    fill(
      'fill-paper',
      wall(0, 0, 1120, 24),
      wall(0, 676, 1120, 24),
      wall(0, 0, 24, 700),
      wall(1096, 0, 24, 700),
      wall(500, 24, 18, 190),
      wall(500, 316, 18, 104),
      wall(24, 396, 276, 18),
      wall(400, 396, 118, 18),
      wall(450, 414, 18, 120),
      wall(450, 632, 18, 44),
    ),
    fill('fill-ground', wall(620, 676, 100, 24)),
    draw(
      'drawing-line',
      door([518, 214], 0, 102),
      door([300, 396], -90, 100),
      door([450, 632], 180, 98),
      door([620, 688], -90, 100),
    ),
    pane(140, 0, 230, 24),
    pane(620, 0, 320, 24),
    pane(1096, 440, 24, 190),
    pane(0, 500, 24, 110),
    pane(760, 676, 240, 24),
    draw('drawing-signal', wall(24, 24, 476, 372), finder(x - 14, y - 14, 552, 448, 60)),
    solid('fill-ground', 'drawing-signal', wall(180, 310, 170, 60)),
    write('drawing-signal', '17.8', [x + 265, y + 340], 30),
    draw('drawing-dash-signal', open([x + 560, 90], [x + 560, 930])),
    fill('fill-signal', closed([x + 560, 84], [x + 546, 58], [x + 574, 58])),
    dimension([x, y], [x + 500, y], 70, '4.76'),
    dimension([x + 560, y], [x + 1120, y], 70, '5.78'),
    dimension([x, y + 700], [x, y], 76, '7.00'),
    titleBlock('R-01', '1:50'),
  )
}

/** Half façade, half section: what the building feels, and the load that follows. */
export function energyBuildings() {
  const [left, ground, floor, bay] = [150, 760, 92, 84]
  const floors = 6
  const roof = ground - floors * floor
  const windows = steps(floors).flatMap((row) =>
    steps(5).map((column) => ({ row, column, lit: (row * 5 + column * 3) % 7 < 2 })),
  )
  const place = ({ row, column }: { row: number; column: number }, inset = 0) =>
    box(left + 24 + column * bay + inset, roof + 20 + row * floor + inset, bay - 24 - inset * 2, floor - 38 - inset * 2)
  const cut = left + 5 * bay + 20
  const right = cut + 400
  const sensors = steps(floors).map((row): Point => [cut + 250, roof + row * floor + 26])
  return sheet(
    'real-estate',
    draw('drawing-dash', arc([left + 420, ground + 60], 760, -160, -20)),
    solid('fill-ground', 'drawing-line', ring([1078, 255], 46)),
    draw('drawing-line', ...steps(12).map((k) => open(turn([1078, 255], 62, k * 30), turn([1078, 255], 80, k * 30)))),
    solid('fill-left', 'drawing-line', box(left, roof, cut - left, ground - roof)),
    ...windows.map(
      (window) =>
        (window.lit ? fill('fill-paper', place(window)) : fill('fill-right', place(window))) +
        draw('drawing-fine', place(window)),
    ),
    solid('fill-ground', 'drawing-line', box(cut, roof, right - cut, ground - roof)),
    fill(
      'fill-paper',
      ...steps(floors + 1).map((k) => box(cut, roof + k * floor - 7, right - cut + 7, 14)),
      box(right - 7, roof - 7, 14, ground - roof),
    ),
    solid('fill-top', 'drawing-line', box(cut + 300, roof - 84, 90, 77)),
    draw(
      'drawing-line',
      ring([cut + 345, roof - 46], 26),
      open([cut + 345, roof - 72], [cut + 345, roof - 20]),
      open([cut + 319, roof - 46], [cut + 371, roof - 46]),
    ),
    draw(
      'drawing-fine',
      box(cut + 316, roof + 7, 24, ground - roof - 14),
      ...steps(floors).map((k) => box(cut + 60, roof + k * floor + 12, 256, 16)),
    ),
    ...steps(floors).map(
      (row) =>
        table(cut + 44 + ((row * 37) % 60), roof + (row + 1) * floor - 7) +
        person(cut + 180 + ((row * 53) % 70), roof + (row + 1) * floor - 7),
    ),
    draw(
      'drawing-signal',
      open([cut + 250, roof + 26], [cut + 250, ground - 40]),
      open([cut + 250, ground - 40], [right + 90, ground - 40], [right + 90, 560]),
    ),
    ...sensors.map(sensor),
    solid('fill-ground', 'drawing-signal', box(right + 40, 440, 400, 200)),
    draw('drawing-faint', ...steps(4).map((k) => open([right + 64, 480 + k * 40], [right + 416, 480 + k * 40]))),
    draw('drawing-dash', `M${right + 64} 590c60 0 70 -110 130 -118s70 40 110 30s60 80 112 84`),
    draw('drawing-signal', `M${right + 64} 600c60 0 80 -46 130 -52s70 14 110 8s60 42 112 40`),
    draw('drawing-line', open([60, ground], [1540, ground])),
    draw('drawing-faint', hatch(60, ground, 1480, 34, 17)),
    dimension([left, ground], [left, roof], 56, '21.6'),
    dimension([left, ground + 40], [right, ground + 40], -50, '48.0'),
    titleBlock('R-02', '1:200'),
  )
}

const sensor = (at: Point) =>
  solid('fill-ground', 'drawing-signal', ring(at, 13)) + draw('drawing-signal', arc(at, 28, -60, 0))

const person = (cx: number, cy: number) =>
  draw('drawing-fine', ring([cx, cy - 48], 9), `M${cx - 12} ${cy}v-24q0 -12 12 -12t12 12v24`)

const table = (cx: number, cy: number) =>
  draw(
    'drawing-fine',
    open([cx, cy - 26], [cx + 70, cy - 26]),
    open([cx + 10, cy - 26], [cx + 10, cy]),
    open([cx + 60, cy - 26], [cx + 60, cy]),
  )

/** A quarter of houses; the one on the table is measured by its neighbours. */
export function valuation() {
  const iso = isometric([800, 130], 62)
  const { at, line, house, block, wheel, face } = iso
  const kinds: [number, number, number][] = [
    [1.7, 1.1, 0.8],
    [1.9, 1.05, 0.8],
    [1.6, 1, 0.9],
    [1.8, 1.3, 0.7],
  ]
  const lots = steps(4).flatMap((row) =>
    steps(4).map((column) => ({
      x: column * 3.1 + (column > 1 ? 1 : 0),
      y: row * 2.95 + (row > 1 ? 1 : 0),
      kind: (row * 3 + column * 5 + row * column) % 4,
      row,
      column,
    })),
  )
  const chosen = lots.find((lot) => lot.row === 2 && lot.column === 1)
  const near = [
    [0, 1],
    [1, 2],
    [3, 2],
  ].map(([row, column]) => lots.find((lot) => lot.row === row && lot.column === column))
  const tree = (x: number, y: number) => {
    const [cx, cy] = at([x, y, 0.7])
    return draw('drawing-fine', line([x, y, 0], [x, y, 0.4])) + solid('fill-right', 'drawing-fine', ring([cx, cy], 20))
  }
  const home: Solid = chosen ? middle(chosen) : [0, 0, 0]
  return sheet(
    'real-estate',
    fill('fill-right', face([-0.6, -0.6, 0], [13.4, -0.6, 0], [13.4, 12.8, 0], [-0.6, 12.8, 0])),
    draw('drawing-fine', face([-0.6, -0.6, 0], [13.4, -0.6, 0], [13.4, 12.8, 0], [-0.6, 12.8, 0])),
    fill(
      'fill-ground',
      face([5.75, -0.6, 0], [6.75, -0.6, 0], [6.75, 12.8, 0], [5.75, 12.8, 0]),
      face([-0.6, 5.5, 0], [13.4, 5.5, 0], [13.4, 6.5, 0], [-0.6, 6.5, 0]),
    ),
    draw('drawing-dash', line([6.25, -0.6, 0], [6.25, 12.8, 0]), line([-0.6, 6, 0], [13.4, 6, 0])),
    draw(
      'drawing-faint',
      ...lots.map(({ x, y }) =>
        face([x - 0.2, y - 0.2, 0], [x + 2.7, y - 0.2, 0], [x + 2.7, y + 2.5, 0], [x - 0.2, y + 2.5, 0]),
      ),
    ),
    fill('fill-glow', wheel('floor', home, 2), wheel('floor', home, 4.3)),
    draw('drawing-dash-signal', wheel('floor', home, 4.3)),
    ...near.map((lot) => (lot ? draw('drawing-dash-signal', open(at(home), at(middle(lot)))) : '')),
    ...lots
      .toSorted((a, b) => a.x + a.y - b.x - b.y)
      .map((lot) => {
        const [width, wall, rise] = kinds[lot.kind] ?? [1.7, 1.1, 0.8]
        const seen = lot === chosen
        const flat = lot.kind === 1 && !seen
        const body = flat
          ? block([lot.x + 0.3, lot.y + 0.2, 0], [width, 1.9, wall + 0.7], 'drawing-line')
          : house([lot.x + 0.3, lot.y + 0.2, 0], [width, 1.9, wall], rise, seen ? 'drawing-signal' : 'drawing-line')
        const tall = flat ? wall + 0.7 : wall
        const windows = draw(
          'drawing-fine',
          ...[0.25, 1.1].map((u) =>
            iso.pane('right', [lot.x + 0.3 + width, lot.y + 2.1, 0], u, tall * 0.35, 0.5, tall * 0.35),
          ),
          iso.pane('left', [lot.x + 0.3, lot.y + 2.1, 0], width * 0.36, 0, width * 0.28, tall * 0.6),
        )
        return body + windows + (lot.kind === 2 ? tree(lot.x + 2.4, lot.y + 2.2) : '')
      }),
    leader(at([home[0], home[1], 1.9]), [at(home)[0], 180], [at(home)[0] - 60, 180], 'drawing-signal'),
    solid('fill-ground', 'drawing-signal', box(at(home)[0] - 400, 120, 340, 120)),
    write('drawing-line', '€ 312.4', [at(home)[0] - 230, 160], 36),
    write('drawing-signal', '± 3%', [at(home)[0] - 230, 210], 24),
    titleBlock('R-03', '1:500'),
  )
}

const middle = (lot: { x: number; y: number }): Solid => [lot.x + 1.2, lot.y + 1.1, 0]

/** A contract, the clause that counts, and the three facts taken out of it. */
export function leaseReader() {
  const page =
    turned(3, [500, 500], fill('fill-top', sheetOf(190, 96)), draw('drawing-fine', sheetOf(190, 96))) +
    fill('fill-paper', sheetOf(180, 90)) +
    draw('drawing-ink-fine', open([700, 90], [700, 190], [800, 190])) +
    draw('drawing-ink', open([250, 170], [520, 170])) +
    draw('drawing-ink-fine', text(240, 4, 560), text(402, 3, 690), text(690, 4, 470)) +
    `<path class="fill-signal" opacity=".3" d="${box(232, 512, 530, 128)}"/>` +
    draw('drawing-ink', text(544, 3, 640)) +
    draw('drawing-signal', open([212, 512], [212, 640])) +
    draw('drawing-ink', 'M560 850c20 -50 40 -50 30 -10s20 -40 40 -30s-10 40 20 20s40 -30 80 -10') +
    draw('drawing-ink-fine', open([530, 872], [750, 872]))
  const calendar =
    draw(
      'drawing-line',
      box(1052, 142, 96, 92),
      open([1052, 170], [1148, 170]),
      open([1076, 128], [1076, 152]),
      open([1124, 128], [1124, 152]),
    ) + draw('drawing-fine', ...steps(6).map((k) => box(1066 + (k % 3) * 27, 182 + Math.floor(k / 3) * 24, 14, 12)))
  const coins = [0, 1, 2]
    .map((k) =>
      solid(
        'fill-right',
        'drawing-line',
        `M1060 ${476 - k * 26}v22a42 16 0 0 0 84 0v-22`,
        `M1060 ${476 - k * 26}a42 16 0 0 0 84 0a42 16 0 0 0 -84 0z`,
      ),
    )
    .join('')
  const key = draw(
    'drawing-line',
    ring([1072, 688], 30),
    ring([1072, 688], 10),
    open([1098, 704], [1160, 742]),
    open([1134, 726], [1124, 744]),
    open([1152, 738], [1142, 754]),
  )
  return sheet(
    'real-estate',
    page,
    fill('fill-signal', ring([770, 576], 11)),
    out(186),
    out(444),
    out(702),
    card(96, calendar, 190),
    card(354, coins, 150),
    card(612, key, 210),
    titleBlock('R-04', '7.2'),
  )
}

const sheetOf = (x: number, y: number) =>
  closed([x, y], [x + 520, y], [x + 620, y + 100], [x + 620, y + 820], [x, y + 820])

const text = (y: number, rows: number, last: number) =>
  steps(rows)
    .map((k) => open([250, y + k * 34], [k === rows - 1 ? last : 740, y + k * 34]))
    .join('')

const card = (y: number, icon: string, wide: number) =>
  solid('fill-right', 'drawing-line', box(1010, y, 470, 180)) +
  draw('drawing-fine', open([1190, y], [1190, y + 180])) +
  icon +
  draw('drawing-line', open([1230, y + 66], [1230 + wide, y + 66])) +
  draw('drawing-fine', open([1230, y + 112], [1230 + wide * 0.62, y + 112]))

const out = (y: number) =>
  draw('drawing-signal', `M770 576C880 576 880 ${y} 996 ${y}`) +
  fill('fill-signal', closed([1008, y], [984, y - 11], [984, y + 11]))
