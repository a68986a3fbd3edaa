import { expect, test } from 'bun:test'
import { gapNear, gapsBetween } from './preview-document'

const boxes = [
  { id: 'top', top: 80, bottom: 400 },
  { id: 'more', top: 420, bottom: 900 },
]

test('there is a gap before the first block, between two, and after the last', () => {
  expect(gapsBetween(boxes, 900)).toEqual([
    { after: undefined, at: 80 },
    { after: 'top', at: 410 },
    { after: 'more', at: 900 },
  ])
  expect(gapsBetween([], 300)).toEqual([{ after: undefined, at: 300 }])
})

test('the nearest gap within reach counts, also of a block lower than the reach', () => {
  const gaps = gapsBetween(boxes, 900)
  expect(gapNear(gaps, 420, 14)?.after).toBe('top')
  expect(gapNear(gaps, 430, 14)).toBe(undefined)
  const low = gapsBetween([{ id: 'low', top: 0, bottom: 10 }], 10)
  expect([2, 8].map((place) => gapNear(low, place, 14)?.after)).toEqual([undefined, 'low'])
})
