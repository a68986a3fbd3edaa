import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { testServices } from '#test/api'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import type { Database } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import { handClock as clockOfHand } from '#test/hand-clock'
import { type Job, startScheduler, tryLock, workOff } from '#platform/jobs/scheduler'
import { HttpError } from '#contract/http-error'
import { createLog } from '#platform/log/log'
import type { Services } from '#platform/services'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
beforeEach(() => void t.logged.splice(0))
afterAll(() => t.close())

let open = 0

/** The services, with a count of running transactions. */
function counted(db: Database = t.services.db): Services {
  const transaction: Database['transaction'] = async (work, options) => {
    open++
    return db.transaction(work, options).finally(() => {
      open--
    })
  }
  return {
    ...t.services,
    db: new Proxy(db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) }),
  }
}

const handClock = (start?: string) => clockOfHand({ start, isBusy: () => open > 0 })

const minute = 60_000

describe('a job', () => {
  test('runs at its interval, first one interval after the start or right after it', async () => {
    const { clock, pass } = handClock()
    const done: string[] = []
    const at = (name: string) => async () =>
      void done.push(`${name} ${new Date(clock.now()).toISOString().slice(14, 19)}`)
    const stop = startScheduler(
      [
        { name: 'a', every: 5 * minute, run: at('a') },
        { name: 'b', every: 7 * minute, runInEach: at('b') },
        { name: 'c', every: 9 * minute, atStart: true, runInEach: at('c') },
      ],
      counted(),
      { clock },
    )
    expect(done).toEqual([])
    await pass(15 * minute)
    expect(done).toEqual(['c 00:01', 'a 05:00', 'b 07:00', 'c 09:01', 'a 10:00', 'b 14:00', 'a 15:00'])
    await stop()
  })

  test('that deletes does not run while the clock is in doubt', async () => {
    const { clock, pass } = handClock()
    const done: string[] = []
    let mayErase = false
    const stop = startScheduler(
      [
        { name: 'sweep', every: minute, erases: true, run: async () => void done.push('sweep') },
        { name: 'send', every: minute, run: async () => void done.push('send') },
      ],
      counted(),
      { clock, mayErase: () => mayErase },
    )
    await pass(2 * minute)
    expect(done).toEqual(['send', 'send'])
    mayErase = true
    await pass(minute)
    expect(done.toSorted()).toEqual(['send', 'send', 'send', 'sweep'])
    await stop()
  })

  test('with a time runs then, however far away that is', async () => {
    const { clock, pass } = handClock('2026-11-30T12:00:00Z')
    const done: string[] = []
    const newYear: Job = {
      name: 'new year',
      at: (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
      runInEach: async () => void done.push(new Date(clock.now()).toISOString()),
    }
    const stop = startScheduler([newYear], counted(), { clock })
    await pass(3 * minute)
    // Longer than a timer supports; no timer is even nearly as long.
    expect(Date.parse('2027-01-01') - clock.now()).toBeGreaterThan(2 ** 31)
    expect(clock.longest).toBe(minute)
    await stop()

    const late = handClock('2026-12-31T23:58:30Z')
    const stopLate = startScheduler(
      [{ ...newYear, runInEach: async () => void done.push(new Date(late.clock.now()).toISOString()) }],
      counted(),
      { clock: late.clock },
    )
    await late.pass(10 * minute)
    expect(done).toEqual(['2027-01-01T00:00:00.000Z'])
    await stopLate()
  })

  // Jobs that were due in between run within a minute.
  test.each([
    [60, ['2026-12-31T23:41', '2027-01-01T00:00']],
    [-60, ['2026-12-31T22:00']],
  ])('runs as before when the clock is set by %i minutes', async (by, expected) => {
    const { clock, pass, set } = handClock('2026-12-31T22:30:00Z')
    let often = 0
    const times: string[] = []
    const stop = startScheduler(
      [
        { name: 'often', every: minute, runInEach: async () => void often++ },
        {
          name: 'on the hour',
          at: (now) => new Date((Math.floor(now.getTime() / (60 * minute)) + 1) * 60 * minute),
          runInEach: async () => void times.push(new Date(clock.now()).toISOString().slice(0, 16)),
        },
      ],
      counted(),
      { clock },
    )
    await pass(10 * minute)
    expect(often).toBe(10)
    set(by * minute)
    await pass(25 * minute)
    expect(often).toBe(35)
    expect(times).toEqual(expected)
    await stop()
  })

  test('that fails is logged, and everything else goes on', async () => {
    const { clock, pass } = handClock()
    let others = 0
    const stop = startScheduler(
      [
        { name: 'sweep', every: minute, run: () => Promise.reject(new Error('no room')) },
        {
          name: 'throw',
          every: minute,
          runInEach: () => {
            throw new Error('at once')
          },
        },
        { name: 'other', every: minute, run: async () => void others++ },
      ],
      counted(),
      { clock },
    )
    await pass(2 * minute)
    expect(others).toBe(2)
    expect(t.logged.map(({ level, fields }) => [level, fields?.name])).toEqual([
      ['warn', 'throw'],
      ['warn', 'sweep'],
      ['warn', 'throw'],
      ['warn', 'sweep'],
    ])
    await stop()
  })

  test('that a restore refuses has not failed, and runs after it', async () => {
    const { clock, pass } = handClock()
    const answers = [new HttpError(503, 'errors.restoring'), undefined]
    let runs = 0
    const run = async () => {
      runs++
      const answer = answers.shift()
      if (answer) throw answer
    }
    const stop = startScheduler([{ name: 'back up', every: minute, runInEach: run }], counted(), { clock })
    await pass(2 * minute)
    expect([runs, t.logged]).toEqual([2, []])
    await stop()
  })

  test('is one transaction', async () => {
    const { clock, pass } = handClock()
    let inside: unknown
    const stop = startScheduler(
      [
        {
          name: 'a',
          every: minute,
          run: async (tx) => {
            inside = tx
          },
        },
      ],
      counted(),
      { clock },
    )
    await pass(minute)
    expect(inside).toBeDefined()
    expect(inside).not.toBe(t.services.db)
    await stop()
  })

  test('does not start again while it is running, and a stop waits for it', async () => {
    const { clock, pass, isWaiting } = handClock()
    const work = Promise.withResolvers<void>()
    let begun = 0
    const stop = startScheduler(
      [
        {
          name: 'slow',
          every: minute,
          runInEach: () => {
            begun++
            return work.promise
          },
        },
      ],
      counted(),
      { clock },
    )
    await pass(3 * minute)
    expect(begun).toBe(1)
    let isStopped = false
    const stopping = stop().finally(() => {
      isStopped = true
    })
    await Bun.sleep(20)
    expect([isStopped, isWaiting()]).toEqual([false, false])
    work.resolve()
    await stopping
    await pass(5 * minute)
    expect(begun).toBe(1)
  })
})

// Without a server (TEST_DATABASE_URL) this is printed as skipped.
describe.skipIf(!testServer)('with several processes on a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(() => server.drop())

  test('a job runs in one process at a time, and different jobs do not block each other', async () => {
    const [here, there] = await Promise.all(
      [1, 2].map(() =>
        openDatabase({ databaseUrl: server.url, dataDir: '' }, createLog('silent', false), async () => {}),
      ),
    )
    const { clock, pass } = handClock()
    const done: string[] = []
    const taken = Promise.withResolvers<boolean>()
    const holding = Promise.withResolvers<void>()
    const ended = here!.db.transaction(async (tx) => {
      taken.resolve(await tryLock(tx, 'sweep'))
      await holding.promise
    })
    expect(await taken.promise).toBe(true)
    const list: Job[] = ['sweep', 'other'].map((name) => ({
      name,
      every: minute,
      run: async () => void done.push(name),
    }))
    const stop = startScheduler(list, counted(there!.db), { clock })
    await pass(minute)
    expect(done).toEqual(['other'])
    holding.resolve()
    await ended
    await pass(minute)
    expect(done.toSorted()).toEqual(['other', 'other', 'sweep'])
    await stop()
    await Promise.all([here!.close(), there!.close()])
  }, 30_000)
})

describe('a job with much to do', () => {
  const backlog = (count: number) => {
    const left = Array.from({ length: count }, (_, at) => String(at))
    const taken: number[] = []
    return {
      left,
      taken,
      name: 'a backlog',
      atOnce: 100,
      find: async (_: Database, most: number) => left.slice(0, most),
      take: async (_: Database, some: readonly string[]) => {
        taken.push(some.length)
        left.splice(0, some.length)
      },
    }
  }

  test('works in batches until nothing is left', async () => {
    const work = backlog(2150)
    await workOff(t.services, work)
    expect([work.left, work.taken]).toEqual([[], [...Array.from({ length: 21 }, () => 100), 50]])
  })

  test('stops between batches when the process stops, with nothing half done', async () => {
    const stopping = new AbortController()
    const work = backlog(250)
    const stopped = workOff(
      { ...t.services, stopping: stopping.signal },
      { ...work, take: async (tx, some) => work.take(tx, some).then(() => stopping.abort()) },
    )
    await stopped
    expect([work.left.length, work.taken]).toEqual([150, [100]])
  })
})
