import { expect, test } from 'bun:test'
import { createClockWatch, inWords } from '#app/clock'

/** A clock that the test sets, and a monotonic one. */
function setClock() {
  let time = 0
  let ahead = Date.parse('2026-03-01T00:00:00Z')
  let answersAfter = 0
  const watch = createClockWatch(
    async () => {
      time += answersAfter / 2
      const moment = ahead + time
      time += answersAfter / 2
      return moment
    },
    () => time,
  )
  return {
    look: watch.look,
    pass: (milliseconds: number) => void (time += milliseconds),
    set: (by: number) => void (ahead += by),
    answerAfter: (milliseconds: number) => void (answersAfter = milliseconds),
  }
}

test('a clock that was set is reported once, by how much', async () => {
  const clock = setClock()
  const told: number[] = []
  for (const by of [0, 3_600_000, 0, -3_600_000, 0, 900, -900]) {
    clock.set(by)
    clock.pass(1000)
    told.push(await clock.look())
  }
  expect(told).toEqual([0, 3_600_000, 0, -3_600_000, 0, 0, 0])
})

test('a slow database is not taken for a changed clock', async () => {
  const clock = setClock()
  await clock.look()
  for (const slow of [900, 0, 5000, 0]) {
    clock.answerAfter(slow)
    clock.pass(1000)
    expect(await clock.look()).toBe(0)
  }
  clock.answerAfter(500)
  clock.set(-60_000)
  expect(await clock.look()).toBeWithin(-60_000, -59_000)
})

test.each([
  [3_600_000, '60 min'],
  [-7_530_000, '2 h'],
  [61_400, '61 s'],
  [40 * 86_400_000 + 59_000, '40 d'],
  [300, '0 s'],
])('%i milliseconds are %s', (milliseconds, words) => {
  expect(inWords(milliseconds)).toBe(words)
})
