import { expect, test } from 'bun:test'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'

const spin = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

/** Resolves in a turn of the event loop that nothing else has used: what earlier tests left running may have begun this one. */
async function freshTurn(): Promise<void> {
  do await Bun.sleep(1)
  while (hasRunLong())
}

test('work without a pause yields to the event loop, in order', async () => {
  await freshTurn()
  const told: number[] = []
  let toldBefore = Infinity
  const timer = setTimeout(() => {
    toldBefore = told.length
  }, 5)
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      if (hasRunLong()) await yieldToEventLoop()
      spin(1)
      told.push(index)
    }),
  )
  clearTimeout(timer)
  expect(toldBefore).toBeLessThan(25)
  expect(told).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('a turn of the event loop that has only begun is not over', async () => {
  await freshTurn()
  expect(hasRunLong()).toBe(false)
  spin(5)
  expect(hasRunLong()).toBe(true)
})
