import { expect, test } from 'bun:test'
import { atLeastAsked, doubledPause } from './leased-rows'

test('pauses double from two seconds to the longest, give or take a tenth', () => {
  expect([1, 2, 3, 10, 40].map((attempts) => doubledPause(attempts, 900, 0.5))).toEqual([2, 4, 8, 900, 900])
  expect([0, 1].map((random) => doubledPause(3, 900, random))).toEqual([7.2, 8.8])
})

test.each([
  [undefined, 5],
  ['120', 120],
  ['3', 5],
  ['999999999', 86_400],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 60],
  ['Wed, 21 Oct 2026 07:20:00 GMT', 5],
  ['soon', 5],
])('with Retry-After %p a pause of five seconds takes %i', (retryAfter, seconds) => {
  expect(atLeastAsked(5, retryAfter, Date.parse('2026-10-21T07:27:00Z'))).toBe(seconds)
})
