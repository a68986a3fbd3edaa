import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createChanges, emitChanges, withChanges } from '#platform/events/changes'
import { scheduledRecords } from '#records/table'
import { testServices } from '#test/api'
import { handClock } from '#test/hand-clock'
import type { Services } from '#platform/services'
import { startScheduler } from '#platform/jobs/scheduler'
import { untilEarliest, createWakes } from '#platform/jobs/wakes'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
beforeEach(() => void t.logged.splice(0))
afterAll(() => t.close())

const minute = 60_000

/** A sleeping job that notes its looks and runs in seconds; each run takes one piece of the `work` that is due. */
function sleeper(changed: Partial<Services> = {}) {
  const { clock, pass } = handClock()
  const services = { ...t.services, changes: createChanges(), wakes: createWakes(), ...changed }
  const looks: number[] = []
  const runs: number[] = []
  const work: number[] = []
  const during = { look: () => {}, run: async () => {} }
  const stop = startScheduler(
    [
      {
        name: 'take up work',
        every: 500,
        wakes: ['post', 'hits'],
        async untilDue() {
          looks.push(clock.passed() / 1000)
          const due = Math.min(...work) - clock.passed()
          during.look()
          return due
        },
        async runInEach() {
          runs.push(clock.passed() / 1000)
          await during.run()
          const place = work.findIndex((at) => at <= clock.passed())
          if (place >= 0) work.splice(place, 1)
        },
      },
    ],
    services,
    { clock },
  )
  const now = (after = 0) => void work.push(clock.passed() + after)
  const write = (kind: 'post' | 'project') =>
    withChanges(services, async (tx) => emitChanges(tx, [{ kind, action: 'updated', id: 1 }]))
  return { services, clock, pass, looks, runs, now, write, during, stop }
}

test('a job without work runs once after the start, and then looks once a minute', async () => {
  const { pass, looks, runs, stop } = sleeper()
  await pass(5 * minute)
  expect(runs).toEqual([0.5])
  expect(looks).toEqual([0.5, 60.5, 120.5, 180.5, 240.5])
  await stop()
})

test('a commit of its kind wakes it, others do not, and many commits wake it once', async () => {
  const { pass, runs, looks, now, write, stop } = sleeper()
  await pass(10_000)
  now()
  await write('project')
  await pass(1000)
  expect(runs).toEqual([0.5])
  for (let count = 0; count < 20; count++) await write('post')
  await pass(2000)
  expect(runs).toEqual([0.5, 11.5])
  expect(looks).toEqual([0.5, 11.5, 11.5])
  await stop()
})

test('work in memory, and changes that may have been missed, wake it', async () => {
  let resumed = () => {}
  const changes = { ...createChanges(), onResumed: (then: () => void) => void (resumed = then) }
  const { services, pass, runs, now, stop } = sleeper({ changes })
  await pass(10_000)
  now()
  services.wakes.wake('pictures')
  await pass(1000)
  expect(runs).toEqual([0.5])
  services.wakes.wake('hits')
  await pass(1000)
  expect(runs).toEqual([0.5, 11.5])
  now()
  resumed()
  await pass(1000)
  expect(runs).toEqual([0.5, 11.5, 12.5])
  await stop()
})

test('it runs at the earliest due time, and again while work is left', async () => {
  const { pass, runs, looks, now, write, stop } = sleeper()
  await pass(1000)
  for (const after of [20_000, 7000, 7000, 7100]) now(after)
  await write('post')
  await pass(30_000)
  // 0.5 s lie between two runs at least.
  expect(runs).toEqual([0.5, 8, 8.5, 9, 21])
  expect(looks.length).toBeLessThan(12)
  await stop()
})

test('a wake during a look or a run is not lost', async () => {
  const { pass, runs, now, write, services, during, stop } = sleeper()
  await pass(10_000)
  during.look = () => {
    during.look = () => {}
    now()
    services.wakes.wake('hits')
  }
  await write('post')
  await pass(2000)
  expect(runs).toEqual([0.5, 11])
  during.run = async () => {
    during.run = async () => {}
    now()
    services.wakes.wake('hits')
  }
  now()
  services.wakes.wake('hits')
  await pass(2000)
  expect(runs).toEqual([0.5, 11, 12.5, 13])
  await stop()
})

test('work of which nothing was reported is found within a minute', async () => {
  const { pass, runs, now, stop } = sleeper()
  await pass(10_000)
  now()
  await pass(minute)
  expect(runs).toEqual([0.5, 60.5])
  await stop()
})

test('it polls while changes of other processes are not received', async () => {
  let reason: string | undefined
  const { pass, runs, looks, now, stop } = sleeper({
    config: { ...t.services.config, databaseUrl: 'postgres://db/site' },
    cacheTags: { ...t.services.cacheTags, listenError: () => reason },
  })
  await pass(10_000)
  expect(looks).toEqual([0.5])
  reason = 'a pooler'
  await pass(10_000)
  now()
  await pass(1500)
  expect(runs).toHaveLength(2)
  reason = undefined
  await pass(2000)
  looks.splice(0)
  await pass(50_000)
  expect(looks).toEqual([])
  await stop()
})

test('a failure is logged and tried again, whether it looks or runs', async () => {
  const { pass, runs, now, write, during, stop } = sleeper()
  await pass(10_000)
  now()
  during.look = () => {
    during.look = () => {}
    throw new Error('The database is away')
  }
  during.run = () => {
    during.run = async () => {}
    return Promise.reject(new Error('no room'))
  }
  await write('post')
  await pass(5000)
  expect(t.logged.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'A job failed'],
    ['warn', 'A job failed'],
  ])
  expect(runs).toEqual([0.5, 11, 11.5])
  await stop()
})

test('the earliest time of some rows is counted by the clock of the database', async () => {
  const { db } = t.services
  const until = (kind: string) =>
    untilEarliest(db, scheduledRecords, {
      moment: sql`${scheduledRecords.publishAt}`,
      where: sql`${scheduledRecords.kind} = ${kind}`,
    })
  expect(await until('post')).toBe(Infinity)
  await db.insert(scheduledRecords).values([
    { kind: 'post', recordId: 1, publishAt: sql`now() + interval '90 seconds'` },
    { kind: 'post', recordId: 2, publishAt: sql`now() + interval '30 seconds'` },
    { kind: 'project', recordId: 1, publishAt: sql`now() - interval '10 seconds'` },
  ])
  expect(await until('post')).toBeWithin(25_000, 30_001)
  expect(await until('project')).toBeWithin(-15_000, -9999)
})
