import { expect, test } from 'bun:test'
import { createSerialQueue } from './statements'
import { withLowPriority, withPatience, withRequestDeadline } from '#platform/request-deadline'

test('one task runs at a time, in order of arrival, whatever becomes of the others', async () => {
  const inTurn = createSerialQueue()
  const told: string[] = []
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      told.push(`${name} begins`)
      await Bun.sleep(1)
      told.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }, Infinity)
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a task that has waited too long is rejected at once and never starts; a running task may take as long as it needs', async () => {
  const inTurn = createSerialQueue()
  const gate = Promise.withResolvers<string>()
  let begun = 0
  const long = inTurn(() => gate.promise, 20)
  await expect(
    inTurn(async () => {
      begun++
    }, 20),
  ).rejects.toMatchObject({ status: 503 })
  gate.resolve('done')
  expect(await long).toBe('done')
  expect(await inTurn(async () => 'next', 1000)).toBe('next')
  expect(begun).toBe(0)
})

test('the work of a job waits longer than a request', async () => {
  const inTurn = createSerialQueue()
  const gate = Promise.withResolvers<void>()
  const long = inTurn(() => gate.promise, Infinity)
  const job = withPatience(5000, () => inTurn(async () => 'done', 20))
  await expect(inTurn(async () => 'done', 20)).rejects.toMatchObject({ status: 503 })
  gate.resolve()
  await long
  expect(await job).toBe('done')
})

test('a task that throws synchronously does not block the queue', async () => {
  const inTurn = createSerialQueue()
  await expect(
    inTurn(() => {
      throw new Error('at once')
    }, Infinity),
  ).rejects.toThrow('at once')
  expect(await inTurn(async () => 'next', Infinity)).toBe('next')
})

test('a task nested in an older task runs before tasks that came later', async () => {
  const inTurn = createSerialQueue()
  const told: string[] = []
  const tell = (name: string) => () =>
    inTurn(async () => {
      told.push(name)
    }, Infinity)
  const blocker = Promise.withResolvers<void>()
  const awake = Promise.withResolvers<void>()
  const first = inTurn(() => blocker.promise, Infinity)
  const older = withRequestDeadline(async () => {
    await awake.promise
    await tell('older')()
  })
  const younger = withRequestDeadline(tell('younger'))
  awake.resolve()
  await Bun.sleep(1)
  expect(told).toEqual([])
  blocker.resolve()
  await Promise.all([first, older, younger])
  expect(told).toEqual(['older', 'younger'])
})

test('a background task yields to all tasks that arrive meanwhile, up to its time limit', async () => {
  const inTurn = createSerialQueue()
  const told: string[] = []
  const tell = (name: string) => () => inTurn(async () => void told.push(name), Infinity)
  const blocker = Promise.withResolvers<void>()
  const first = inTurn(() => blocker.promise, Infinity)
  const last = withRequestDeadline(() => withLowPriority(60_000, tell('last')))
  const late = withLowPriority(1, tell('late'))
  expect(await late.catch((error: unknown) => error)).toMatchObject({ status: 503 })
  const younger = withRequestDeadline(tell('younger'))
  blocker.resolve()
  await Promise.all([first, last, younger])
  expect(told).toEqual(['younger', 'last'])
})

test('timers run between tasks, however many are queued', async () => {
  const inTurn = createSerialQueue()
  let done = 0
  let doneBefore = Infinity
  const timer = setTimeout(() => {
    doneBefore = done
  }, 5)
  await Promise.all(
    Array.from({ length: 200 }, () =>
      inTurn(async () => {
        for (const end = performance.now() + 0.5; performance.now() < end;);
        done++
      }, Infinity),
    ),
  )
  clearTimeout(timer)
  expect(doneBefore).toBeLessThan(100)
})
