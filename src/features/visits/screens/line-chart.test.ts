import { expect, test } from 'bun:test'
import { areaOf, namedAmong, nearest, shapeOf } from './line-chart'

const frame = { width: 120, height: 100, left: 10, right: 10, top: 0, bottom: 0 }
const line = (...values: number[]) => [{ values }]

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [470, [0, 200, 400, 600]],
  [9100, [0, 2500, 5000, 7500, 10_000]],
])('a chart of up to %d has round grid lines', (most, values) => {
  expect(shapeOf(line(most), frame).ticks.map(({ value }) => value)).toEqual(values)
})

test('points span the whole width, and a single one is in the middle', () => {
  const { points } = shapeOf(line(0, 5, 10), frame)
  expect(points.map(({ x, y }) => [x, ...y])).toEqual([
    [10, 100],
    [60, 50],
    [110, 0],
  ])
  expect(shapeOf(line(1), frame).points[0]?.x).toBe(60)
  expect([0, 34, 36, 200].map((x) => nearest(points, x))).toEqual([0, 0, 1, 2])
})

test('the area of the first line is closed along the bottom', () => {
  const { points } = shapeOf(line(0, 5, 10), frame)
  expect(areaOf(points, 100)).toBe('M10.0 100.0L60.0 50.0L110.0 0.0L110.0 100L10.0 100Z')
  expect(areaOf([], 100)).toBe('')
})

test('the number of labels fits the width, and the last is always there', () => {
  expect(namedAmong(5, 10)).toEqual([0, 1, 2, 3, 4])
  expect(namedAmong(30, 8)).toEqual([1, 5, 9, 13, 17, 21, 25, 29])
  expect(namedAmong(1, 0)).toEqual([0])
})

test('all lines share one scale', () => {
  const { ticks, points } = shapeOf([{ values: [10, 20] }, { values: [40, 0] }], frame)
  expect(ticks.at(-1)?.value).toBe(40)
  expect(points.map(({ y }) => y)).toEqual([
    [75, 0],
    [50, 100],
  ])
})
