import { between, closed, draw, fill, open, steps } from './kit.ts'
import type { Point } from './point.ts'

export type Solid = readonly [number, number, number]
type Plane = 'floor' | 'left' | 'right'

/**
 * Isometric drawing: x runs down to the right, y down to the left, z up; `unit` px for one of each.
 * Draw from the back to the front, since faces hide what lies behind them.
 */
export function isometric(origin: Point, unit: number) {
  const at = ([x, y, z]: Solid): Point => [origin[0] + (x - y) * unit * 0.866, origin[1] + ((x + y) * 0.5 - z) * unit]
  const line = (...points: Solid[]) => open(...points.map(at))
  const face = (...points: Solid[]) => closed(...points.map(at))

  /**
   * A point of the plane through `from`: left faces y (u along x), right faces x (u along -y, so left to right), both
   * with v up.
   */

  const pane = (plane: Plane, from: Solid, u: number, v: number, width: number, height: number) =>
    face(
      on(plane, from, u, v),
      on(plane, from, u + width, v),
      on(plane, from, u + width, v + height),
      on(plane, from, u, v + height),
    )

  const wheel = (plane: Plane, from: Solid, radius: number, first = 0, last = 360, parts = 40) => {
    const points = steps(parts + 1).map((step) => {
      const angle = ((first + ((last - first) * step) / parts) * Math.PI) / 180
      return at(on(plane, from, radius * Math.cos(angle), radius * Math.sin(angle)))
    })
    return last - first === 360 ? closed(...points) : open(...points)
  }

  // Both strokes turn the same way round, or the fill would have a hole.
  const outline = ([x, y, z]: Solid, [width, depth, height]: Solid) =>
    face(
      [x, y, z + height],
      [x + width, y, z + height],
      [x + width, y, z],
      [x + width, y + depth, z],
      [x, y + depth, z],
      [x, y + depth, z + height],
    ) +
    line([x + width, y, z + height], [x + width, y + depth, z + height], [x, y + depth, z + height]) +
    line([x + width, y + depth, z + height], [x + width, y + depth, z])

  const block = (
    from: Solid,
    size: Solid,
    pen: 'drawing-line' | 'drawing-fine' | 'drawing-signal' = 'drawing-line',
  ) => {
    const [x, y, z] = from
    const [width, depth, height] = size
    return (
      fill('fill-left', pane('left', [x, y + depth, z], 0, 0, width, height)) +
      fill('fill-right', pane('right', [x + width, y + depth, z], 0, 0, depth, height)) +
      fill('fill-top', pane('floor', [x, y, z + height], 0, 0, width, depth)) +
      draw(pen, outline(from, size))
    )
  }

  /** A house with its ridge along y. */
  const house = (
    [x, y, z]: Solid,
    [width, depth, wall]: Solid,
    rise: number,
    pen: 'drawing-line' | 'drawing-fine' | 'drawing-signal' = 'drawing-line',
  ) => {
    const ridge = x + width / 2
    const right = face(
      [x + width, y, z],
      [x + width, y, z + wall],
      [x + width, y + depth, z + wall],
      [x + width, y + depth, z],
    )
    const front = face(
      [x, y + depth, z],
      [x + width, y + depth, z],
      [x + width, y + depth, z + wall],
      [ridge, y + depth, z + wall + rise],
      [x, y + depth, z + wall],
    )
    const slopes = [x, x + width].map((eave) =>
      face(
        [eave, y, z + wall],
        [ridge, y, z + wall + rise],
        [ridge, y + depth, z + wall + rise],
        [eave, y + depth, z + wall],
      ),
    )
    return (
      fill('fill-right', right) +
      fill('fill-left', front) +
      fill('fill-top', ...slopes) +
      draw(pen, right, front, ...slopes)
    )
  }

  /** Lays a flat drawing, made around 0,0 in px, down on the floor. */
  const lay = (from: Solid, ...parts: string[]) => {
    const [x, y] = at(from)
    return `<g transform="matrix(.866 .5 -.866 .5 ${x.toFixed(1)} ${y.toFixed(1)})">${parts.join('')}</g>`
  }

  /** An upright round column. */
  const drum = (
    [x, y, z]: Solid,
    radius: number,
    height: number,
    pen: 'drawing-line' | 'drawing-fine' | 'drawing-signal' = 'drawing-line',
  ) => {
    const side =
      wheel('floor', [x, y, z], radius, -45, 135) +
      open(
        at([x + radius * Math.SQRT1_2, y - radius * Math.SQRT1_2, z]),
        at([x + radius * Math.SQRT1_2, y - radius * Math.SQRT1_2, z + height]),
      ) +
      open(
        at([x - radius * Math.SQRT1_2, y + radius * Math.SQRT1_2, z]),
        at([x - radius * Math.SQRT1_2, y + radius * Math.SQRT1_2, z + height]),
      )
    const a = at([x + radius * Math.SQRT1_2, y - radius * Math.SQRT1_2, z + height])
    const b = at([x - radius * Math.SQRT1_2, y + radius * Math.SQRT1_2, z + height])
    const skirt = steps(21).map((step) => {
      const angle = ((-45 + 9 * step) * Math.PI) / 180
      return at([x + radius * Math.cos(angle), y + radius * Math.sin(angle), z])
    })
    return (
      fill('fill-left', closed(a, ...skirt, b)) +
      fill('fill-top', wheel('floor', [x, y, z + height], radius)) +
      draw(pen, side, wheel('floor', [x, y, z + height], radius))
    )
  }

  return {
    at,
    line,
    face,
    on,
    pane,
    wheel,
    outline,
    block,
    house,
    lay,
    drum,
    between: (a: Solid, b: Solid, share: number) => between(at(a), at(b), share),
  }
}

const on = (plane: Plane, [x, y, z]: Solid, u: number, v: number): Solid =>
  plane === 'floor' ? [x + u, y + v, z] : plane === 'left' ? [x + u, y, z + v] : [x, y - u, z + v]

export type Isometric = ReturnType<typeof isometric>
