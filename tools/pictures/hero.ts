import { head, ring, round, steps, turn } from './kit.ts'
import type { Point } from './point.ts'
import { isometric, type Solid } from './isometric.ts'

const { at, line, face, on, pane, wheel, outline } = isometric([400, 228], 33)

/** A school, a factory and a tower on one plate, as the lines of a component that the stylesheet colours and draws in. */
export const heroDrawing = () => `// Drawn by \`bun src/starter/images/make.ts\`: change the shapes there.
/** Decorative: the three industries on one plate. Every path is one long, so that the stylesheet can draw it in. */
export function HeroLines() {
  return (
    <>
${[...plate(), ...route(), ...measures(), ...tower(), ...factory(), ...school(), ...trees(), ...belt(), ...stops()].map((part) => `      ${part}\n`).join('')}    </>
  )
}
`

const path = (name: string, ...parts: string[]) =>
  `<path className="${name}" pathLength="1" d="${tight(parts.join(''))}" />`
const stroke = (...parts: string[]) => path('drawing-line', ...parts)
const fine = (...parts: string[]) => path('drawing-fine', ...parts)
const signal = (...parts: string[]) => path('drawing-signal', ...parts)
const whole = (name: string, data: string) => `<path className="${name}" pathLength="1" d="${relative(data)}" />`
const body = (...parts: string[]) => path('drawing-line drawing-fill', ...parts)
const thin = (...parts: string[]) => path('drawing-fine drawing-fill', ...parts)

/** Whole pixels are enough here and halve the markup. */
const tight = (data: string) => relative(data.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number)))))

/** The same path in steps from point to point, which repeat and so compress better than places. */
function relative(data: string): string {
  let here: Point = [0, 0]
  let start = here
  const pieces: string[] = []
  for (const [, command = '', text = ''] of data.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = text.match(/-?[\d.]+/g)?.map(Number) ?? []
    // What stands in an arc before its end is its shape.
    const shape = /a/i.test(command) ? numbers.splice(0, numbers.length - 2) : []
    for (const [index, there] of places(command, numbers, here, start).entries()) {
      const [dx, dy] = [round(there[0] - here[0]), round(there[1] - here[1])]
      here = there
      if (/m/i.test(command) && index === 0) {
        start = here
        pieces.push(`M${round(here[0])} ${round(here[1])}`)
      } else if (/z/i.test(command)) pieces.push('z')
      else if (shape.length > 0) pieces.push(`a${[...shape, dx, dy].join(' ')}`)
      else if (dx !== 0 || dy !== 0) pieces.push(dy === 0 ? `h${dx}` : dx === 0 ? `v${dy}` : `l${dx} ${dy}`)
    }
  }
  return pieces.join('').replace(/ -/g, '-')
}

/** Where a command leads, one place after the other. */
function places(command: string, numbers: number[], [x, y]: Point, start: Point): Point[] {
  const [fromX, fromY] = command === command.toLowerCase() ? [x, y] : [0, 0]
  if (/z/i.test(command)) return [start]
  if (/h/i.test(command)) return numbers.map((value) => [fromX + value, y])
  if (/v/i.test(command)) return numbers.map((value) => [x, fromY + value])
  return numbers.flatMap((value, index): Point[] =>
    index % 2 === 0 ? [[fromX + value, fromY + (numbers[index + 1] ?? 0)]] : [],
  )
}

function plate() {
  return [
    fine(
      ...steps(11).map((k) => line([k + 1, 0, 0], [k + 1, 12, 0])),
      ...steps(11).map((k) => line([0, k + 1, 0], [12, k + 1, 0])),
    ),
    stroke(
      face([0, 0, 0], [12, 0, 0], [12, 12, 0], [0, 12, 0]),
      line([0, 12, 0], [0, 12, -0.35], [12, 12, -0.35], [12, 0, -0.35], [12, 0, 0]),
      line([12, 12, 0], [12, 12, -0.35]),
    ),
  ]
}

/** Let floors below, the frame still open above. */
function tower() {
  const from: Solid = [1, 1, 0]
  const floors = 4
  const rise = 1.05
  const top = floors * rise
  const jib = top + 3.6
  const slab = (z: number) => outline([1, 1, z], [3.5, 3.5, 0.18])
  const columns = (z: number) =>
    [0, 1.66, 3.32]
      .flatMap((k) => [line([1 + k, 4.4, z], [1 + k, 4.4, z + rise]), line([4.4, 1 + k, z], [4.4, 1 + k, z + rise])])
      .join('')
  return [
    body(outline(from, [3.5, 3.5, top])),
    fine(
      ...steps(floors - 1).map((k) =>
        line([1, 4.5, (k + 1) * rise], [4.5, 4.5, (k + 1) * rise], [4.5, 1, (k + 1) * rise]),
      ),
      ...steps(floors).flatMap((k) =>
        [0, 1, 2].flatMap((w) => [
          pane('left', [1, 4.5, k * rise], 0.3 + w * 1.08, 0.28, 0.74, 0.52),
          pane('right', [4.5, 4.5, k * rise], 0.3 + w * 1.08, 0.28, 0.74, 0.52),
        ]),
      ),
    ),
    fine(columns(top), line([1, 1, top], [1, 1, top + rise])),
    body(slab(top + rise)),
    fine(columns(top + rise + 0.18)),
    body(slab(top + 2 * rise + 0.18)),
    // the crane that lifts the next slab
    stroke(
      line([2.6, 3, top + 2.28], [2.6, 3, jib]),
      line([3, 2.6, top + 2.28], [3, 2.6, jib]),
      line([1, 2.8, jib], [8, 2.8, jib], [2.8, 2.8, jib + 1.2], [1, 2.8, jib]),
    ),
    fine(
      line(
        [2.6, 3, top + 2.28],
        [3, 2.6, top + 2.7],
        [2.6, 3, top + 3.15],
        [3, 2.6, jib],
        [2.8, 2.8, jib + 1.2],
        [2.6, 3, jib],
      ),
      ...steps(5).map((k) =>
        line([3.4 + k * 0.9, 2.8, jib], [3.85 + k * 0.9, 2.8, jib + 0.96 - k * 0.2], [4.3 + k * 0.9, 2.8, jib]),
      ),
    ),
    fine(
      line([7.2, 2.8, jib], [7.2, 2.8, top + 2]),
      line([6.6, 3.4, top + 1.5], [7.2, 2.8, top + 2], [7.8, 2.2, top + 1.5]),
    ),
    body(outline([6.6, 2.2, top + 1.3], [1.2, 1.2, 0.16])),
  ]
}

/** Three saw-tooth bays, their glass towards the light, and a stack. */
function factory() {
  const [x, y, depth, wall, rise, bay] = [6.3, 1, 4.3, 1.9, 1.05, 1.7]
  const stack = [
    body(outline([x + 3.7, 1.2, 0], [0.7, 0.7, 5.6])),
    fine(line([x + 3.7, 1.9, 5.1], [x + 4.4, 1.9, 5.1], [x + 4.4, 1.2, 5.1])),
  ]
  const bays = [0, 1, 2].flatMap((k) => {
    const [a, b] = [x + k * bay, x + (k + 1) * bay]
    return [
      body(
        face([a, y, wall], [b, y, wall + rise], [b, y + depth, wall + rise], [a, y + depth, wall]),
        face([b, y, 0], [b, y, wall + rise], [b, y + depth, wall + rise], [b, y + depth, 0]),
        face([a, y + depth, 0], [b, y + depth, 0], [b, y + depth, wall + rise], [a, y + depth, wall]),
      ),
      fine(
        ...steps(4).map((w) => pane('right', [b, y + depth, wall], 0.18 + w * 1.02, 0.18, 0.88, rise - 0.36)),
        ...(k === 1 ? [] : [pane('left', [a, y + depth, 0], 0.35, 0.7, 1, 0.7)]),
      ),
    ]
  })
  return [
    ...stack,
    ...bays,
    fine(
      pane('right', [x + 3 * bay, y + depth, 0], 0.4, 0.7, 1.5, 0.7),
      pane('right', [x + 3 * bay, y + depth, 0], 2.3, 0.7, 1.5, 0.7),
    ),
  ]
}

/** A gabled house of learning with its clock, and a lower wing. */
function school() {
  const [x, y, width, depth, wall, rise] = [1, 6.4, 3, 4.4, 1.9, 1.4]
  return [
    body(
      face(
        [x, y, wall],
        [x + width / 2, y, wall + rise],
        [x + width / 2, y + depth, wall + rise],
        [x, y + depth, wall],
      ),
      face(
        [x + width, y, wall],
        [x + width / 2, y, wall + rise],
        [x + width / 2, y + depth, wall + rise],
        [x + width, y + depth, wall],
      ),
      face([x + width, y, 0], [x + width, y, wall], [x + width, y + depth, wall], [x + width, y + depth, 0]),
      face(
        [x, y + depth, 0],
        [x + width, y + depth, 0],
        [x + width, y + depth, wall],
        [x + width / 2, y + depth, wall + rise],
        [x, y + depth, wall],
      ),
    ),
    fine(
      ...steps(4).map((w) => pane('right', [x + width, y + depth, 0], 0.3 + w * 1.02, 0.55, 0.74, 0.86)),
      pane('left', [x, y + depth, 0], 1.1, 0, 0.8, 1.1),
      pane('left', [x, y + depth, 0], 0.25, 0.55, 0.6, 0.7),
      pane('left', [x, y + depth, 0], 2.15, 0.55, 0.6, 0.7),
      ...steps(4).map((k) =>
        line(
          [x + width / 2 + 0.3 * (k + 1), y, wall + rise - 0.28 * (k + 1)],
          [x + width / 2 + 0.3 * (k + 1), y + depth, wall + rise - 0.28 * (k + 1)],
        ),
      ),
    ),
    whole('drawing-line', wheel('left', [x + width / 2, y + depth, wall + 0.4], 0.42, 0, 360, 16)),
    stroke(
      line(
        [x + width / 2, y + depth, wall + 0.68],
        [x + width / 2, y + depth, wall + 0.4],
        [x + width / 2 + 0.2, y + depth, wall + 0.4],
      ),
    ),
    body(outline([x + width / 2 - 0.3, y + 0.7, wall + rise - 0.25], [0.6, 0.6, 0.9])),
    stroke(
      line(
        [x + width / 2, y + 1, wall + rise + 0.65],
        [x + width / 2, y + 1, wall + rise + 1.9],
        [x + width / 2 + 0.7, y + 1, wall + rise + 1.65],
        [x + width / 2, y + 1, wall + rise + 1.4],
      ),
    ),
  ]
}

/** Goods leave the factory past a robot arm. */
function belt() {
  const [x, z] = [8.2, 0.7]
  const goods = [6, 7.5, 9, 10.3]
  return [
    body(outline([x, 5.3, z - 0.25], [1.1, 6.2, 0.25])),
    stroke(
      ...[6, 8.5, 11.2].flatMap((y) => [
        line([x, y, z - 0.25], [x, y, 0]),
        line([x + 1.1, y, z - 0.25], [x + 1.1, y, 0]),
      ]),
    ),
    ...goods.map((y) => thin(outline([x + 0.22, y, z], [0.66, 0.66, 0.6]))),
    body(outline([10.2, 8.6, 0], [1, 1, 0.45])),
    body(face([10.45, 9.1, 0.45], [10.6, 9.1, 2.2], [10.95, 9.1, 2.2], [11, 9.1, 0.45])),
    body(face([10.8, 9.1, 2], [9.25, 9.25, 2.7], [9.25, 9.25, 3], [10.8, 9.1, 2.5])),
    stroke(
      line([9.2, 9.25, 2.8], [8.7, 9.33, 2.1]),
      line([8.45, 9.33, 1.7], [8.45, 9.33, 2], [8.7, 9.33, 2.1], [8.95, 9.33, 2], [8.95, 9.33, 1.7]),
    ),
    body(ring(at([10.78, 9.1, 2.25]), 8), ring(at([9.2, 9.25, 2.85]), 6)),
  ]
}

function trees() {
  return [tree(5.4, 6.1), tree(5.4, 7.7), tree(5.4, 9.3)]
}

const tree = (x: number, y: number) => {
  const [cx, cy] = at([x, y, 1.25])
  return thin(ring([cx, cy], 17)) + fine(line([x, y, 0], [x, y, 1.3]), line([x, y, 0.8], [x - 0.2, y + 0.2, 1.25]))
}

/** What we add: one line from building to building. */
function route() {
  return [
    signal(line([2.5, 10.8, 0], [2.5, 11.5, 0], [6.6, 11.5, 0], [6.6, 5.5, 0])),
    signal(line([6.6, 5.5, 0], [5.2, 5.5, 0], [5.2, 4.3, 0], [4.5, 4.3, 0])),
    signal(line([8.2, 8, 0], [6.6, 8, 0])),
  ]
}

function stops() {
  return [stop([2.5, 11.5, 0]), stop([6.6, 11.5, 0]), stop([6.6, 8, 0]), stop([6.6, 5.5, 0]), stop([5.2, 4.3, 0])]
}

const stop = (point: Solid) => path('drawing-signal drawing-fill', ring(at(point), 6))

function measures() {
  const points: [Solid, Solid, Solid, Solid][] = [
    [
      [0, 12, 0],
      [0, 13.2, 0],
      [12, 12, 0],
      [12, 13.2, 0],
    ],
    [
      [12, 12, 0],
      [13.2, 12, 0],
      [12, 0, 0],
      [13.2, 0, 0],
    ],
  ]
  const north: Point = [62, 78]
  const tall: Solid = on('floor', [0, 0, 0], -0.6, 4.5)
  return [
    fine(...points.map(([a, b, c, d]) => line(a, b) + line(c, d) + line(b, d) + slash(b) + slash(d))),
    fine(
      line([1, 4.5, 0], tall, [tall[0], tall[1], 6.5]),
      line([1, 4.5, 6.48], [tall[0] - 0.3, tall[1], 6.48]),
      slash(tall),
      slash([tall[0], tall[1], 6.48]),
    ),
    fine(
      ring(north, 26),
      `M${north[0]} ${north[1] + 38}V${north[1] - 44}`,
      head([north[0], north[1] - 44], -90, 18),
      `M${north[0] - 34} ${north[1]}h68`,
    ),
    stroke(`M${turn(north, 26, 180)[0]} ${north[1]}a26 26 0 0 1 26 -26`),
  ]
}

const slash = (point: Solid) => {
  const [x, y] = at(point)
  return `M${x - 6} ${y + 6}l12 -12`
}
