import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { leftoversBefore } from './disk'

afterEach(() => void setSystemTime())

const { timeOrigin } = performance
const hour = 3_600_000

test.each([
  ['an hour, while other processes may be writing files', false, 2 * hour, timeOrigin + hour],
  ['the start of the only process', true, 2 * hour, timeOrigin],
  ['an hour, when the clock was set back to before the start', true, -hour, timeOrigin - 2 * hour],
])('temporary files are left over after %s', (_, isAlone, since, before) => {
  setSystemTime(timeOrigin + since)
  expect(Math.abs(leftoversBefore({ isAlone }) - before)).toBeLessThanOrEqual(1)
})
