import { expect, test } from 'bun:test'
import { HttpError } from '#contract/http-error'
import { until } from '#test/waiting'
import { createLog } from '#platform/log/log'
import { createGate } from './gate'
import { withRequestDeadline } from '#platform/request-deadline'

/** A fake database whose availability the test sets. */
function pretend(timeouts = { deadline: 400, silence: 100, probe: 100, retry: 20 }) {
  const state = { lives: true, opened: 0, shut: 0, probes: 0 }
  const answer = () => (state.lives ? Promise.resolve() : Promise.reject(new Error('gone')))
  const gate = createGate(
    {
      probe: () => {
        state.probes++
        return answer()
      },
      open: async () => {
        await answer()
        state.opened++
      },
      shut: () => {
        state.shut++
      },
    },
    createLog('silent', false),
    timeouts,
  )
  return { state, gate }
}

const never = () => new Promise<never>(() => {})
const lost = () => Promise.reject(Object.assign(new Error('connection'), { code: 'CONNECTION_CLOSED' }))
const refused = (code: string) => () => Promise.reject(Object.assign(new Error('refused'), { code, severity: 'ERROR' }))

async function timed(work: Promise<unknown>) {
  const started = performance.now()
  const outcome = await work.then(
    () => 'answered',
    (error: unknown) => (error instanceof HttpError ? error.status : error),
  )
  return { outcome, ms: performance.now() - started }
}

test('results of the database pass through, and so do its errors', async () => {
  const { gate } = pretend()
  await gate.start()
  expect(await gate.pass(() => Promise.resolve(7))).toBe(7)
  expect((await timed(gate.pass(refused('23505')))).outcome).toMatchObject({ code: '23505' })
  expect(gate.isOpen()).toBe(true)
})

test('a slow statement fails at the deadline and does not open the circuit while the database is alive', async () => {
  const { gate, state } = pretend()
  await gate.start()
  const { outcome, ms } = await timed(gate.pass(never))
  expect(outcome).toBe(503)
  expect(ms).toBeGreaterThan(350)
  expect(ms).toBeLessThan(5000)
  expect(state.probes).toBeGreaterThan(0)
  expect(gate.isOpen()).toBe(true)
  gate.stop()
})

test('all queries of one request share the deadline of one query, until it is answered', async () => {
  const { gate } = pretend({ deadline: 2000, silence: 100, probe: 100, retry: 20 })
  await gate.start()
  const slow = () => Bun.sleep(1400)
  const started = performance.now()
  let afterwards: Promise<unknown> | undefined
  const outcome = await withRequestDeadline(async () => {
    await gate.pass(slow)
    const second = await timed(gate.pass(never))
    setTimeout(() => (afterwards = timed(gate.pass(slow))), 1)
    return second.outcome
  })
  expect(outcome).toBe(503)
  expect(performance.now() - started).toBeLessThan(3200)
  await until(() => afterwards !== undefined)
  expect(await afterwards).toMatchObject({ outcome: 'answered' })
  gate.stop()
})

test('many short queries of one request may take longer than a long one', async () => {
  const { gate } = pretend()
  await gate.start()
  const started = performance.now()
  await withRequestDeadline(async () => {
    while (performance.now() - started < 700) await gate.pass(() => Bun.sleep(10))
  })
  expect(gate.isOpen()).toBe(true)
  gate.stop()
})

test('a database that stops answering is given up before the deadline, for all who wait, and nobody waits after that', async () => {
  const { gate, state } = pretend({ deadline: 20_000, silence: 100, probe: 100, retry: 20 })
  await gate.start()
  state.lives = false
  const answers = await Promise.all(Array.from({ length: 5 }, () => timed(gate.pass(never))))
  expect(answers.map(({ outcome }) => outcome)).toEqual([503, 503, 503, 503, 503])
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)
  expect(state.shut).toBe(1)
  let wasRun = false
  const after = await timed(
    gate.pass(async () => {
      wasRun = true
    }),
  )
  expect(after.outcome).toBe(503)
  expect(after.ms).toBeLessThan(10_000)
  expect(wasRun).toBe(false)
  gate.stop()
})

test('the circuit closes by itself when the database is back', async () => {
  const { gate, state } = pretend()
  state.lives = false
  await gate.start()
  expect(gate.isOpen()).toBe(false)
  state.lives = true
  await until(gate.isOpen)
  expect(await gate.pass(() => Promise.resolve('here'))).toBe('here')
  state.lives = false
  expect((await timed(gate.pass(lost))).outcome).toBe(503)
  await until(() => !gate.isOpen())
  state.lives = true
  await until(gate.isOpen)
  expect(state).toMatchObject({ opened: 2, shut: 1 })
  gate.stop()
})

test('one lost connection to a living server fails one request and does not open the circuit', async () => {
  const { gate } = pretend()
  await gate.start()
  expect((await timed(gate.pass(lost))).outcome).toBe(503)
  await Bun.sleep(30)
  expect(gate.isOpen()).toBe(true)
})

test('an overloaded server answers 503, a full disk is reported as such', async () => {
  const { gate } = pretend()
  await gate.start()
  for (const code of ['53300', '57014', '55P03', '40P01'])
    expect((await timed(gate.pass(refused(code)))).outcome).toBe(503)
  expect((await timed(gate.pass(refused('53100')))).outcome).toMatchObject({ code: '53100' })
})
