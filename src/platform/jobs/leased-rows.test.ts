import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Services } from '#platform/services'
import { testServices } from '#test/api'
import { until } from '#test/waiting'
import { type Lease, leasedRows, untilStored } from './leased-rows'

const errands = pgTable('errands', {
  id: serial().primaryKey(),
  isDone: boolean().notNull().default(false),
  result: text().notNull().default(''),
  dueAt: moment().notNull().default(now),
  attempts: integer().notNull().default(0),
  leasedUntil: moment(),
  holder: text(),
  aliveAt: moment().notNull().default(now),
})
const shared = {
  table: errands,
  isOpen: eq(errands.isDone, false),
  changed: ({ id }: { id: number }) => ({ kind: 'post', action: 'updated', id }) as const,
}
const counted = leasedRows({
  ...shared,
  dueAt: errands.dueAt,
  lease: { seconds: 3, until: 'leasedUntil' },
  claimedBy: 'attempts',
})
const named = leasedRows({ ...shared, lease: { seconds: 15, renewedAt: 'aliveAt' }, claimedBy: 'holder' })
const begun = leasedRows({ ...shared, lease: { seconds: 15, renewedAt: 'aliveAt' } })

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
  await t.services.db.execute(sql`create table errands (id serial primary key, is_done boolean not null default false,
    result text not null default '', due_at timestamptz(3) not null default now(), attempts integer not null default 0,
    leased_until timestamptz(3), holder text, alive_at timestamptz(3) not null default now())`)
})
beforeEach(async () => {
  t.logged.splice(0)
  await t.services.db.execute(sql`truncate errands restart identity`)
})
afterAll(async () => {
  await t.services.db.execute(sql`drop table errands`)
  await t.close()
})

/** A process, of several on a database server. */
function process(stopping = new AbortController()): Services {
  return { ...t.services, config: { ...t.services.config, databaseUrl: 'postgres://db' }, stopping: stopping.signal }
}
const add = (count: number) => t.services.db.insert(errands).values(Array.from({ length: count }, () => ({})))
const rows = () => t.services.db.select().from(errands).orderBy(errands.id)
const done = (services: Services) => (lease: Lease<typeof errands>) =>
  counted.finish(services, lease.row, { isDone: true })

test('each row is done once by several processes, those that wait longest first', async () => {
  await add(30)
  await t.services.db
    .update(errands)
    .set({ dueAt: sql`now() - interval '1 hour'` })
    .where(eq(errands.id, 7))
  const order: number[] = []
  const processes = [1, 2, 3].map(() => process())
  await Promise.all(
    processes.map((services) =>
      counted.runDue(services, {
        async work(lease) {
          order.push(lease.row.id)
          await done(services)(lease)
        },
      }),
    ),
  )
  expect(order[0]).toBe(7)
  expect(order.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect((await rows()).every(({ isDone, attempts, leasedUntil }) => isDone && attempts === 1 && !leasedUntil)).toBe(
    true,
  )
  expect(await counted.untilDue(process())).toBe(Infinity)
})

test('a row waits for its time, and for the lease of another process', async () => {
  await add(1)
  const { db } = t.services
  await db.update(errands).set({ dueAt: sql`now() + interval '10 minutes'` })
  expect(await counted.untilDue(process())).toBeWithin(590_000, 600_001)
  expect(await counted.claim(process())).toBeUndefined()
  await db.update(errands).set({ dueAt: sql`now()`, leasedUntil: sql`now() + interval '20 seconds'` })
  expect(await counted.untilDue(process())).toBeWithin(15_000, 20_001)
  expect(await counted.claim(process())).toBeUndefined()
  await db.update(errands).set({ leasedUntil: sql`now() - interval '1 second'` })
  expect(await counted.untilDue(process())).toBeLessThan(0)
  expect(await counted.claim(process())).toMatchObject({ id: 1, attempts: 1 })
})

test.each([
  ['counted', counted],
  ['named', named],
] as const)('a process that has lost its lease can store nothing more (%s)', async (_, work) => {
  await add(1)
  const [here, there] = [process(), process()]
  const row = (await work.claim(here))!
  await work.keep(here, row, async (lease) => {
    await lease.store((tx) => tx.update(errands).set({ result: 'half' }))
    expect(lease.isHeld()).toBe(true)
    // This process was suspended for that long. It does not claim the row again itself.
    await t.services.db.update(errands).set({ leasedUntil: sql`now()`, aliveAt: sql`now() - interval '20 seconds'` })
    expect([await work.claim(here), await work.claim(there)]).toMatchObject([undefined, { id: 1 }])
    const signal = lease.signal()
    await lease.store((tx) => tx.update(errands).set({ result: 'twice' }))
    expect([lease.isHeld(), signal.aborted]).toEqual([false, true])
    await work.finish(here, row, { isDone: true })
    await work.release(here, row)
  })
  expect(await work.claim(process())).toBeUndefined()
  expect(await rows()).toMatchObject([{ isDone: false, result: 'half', attempts: work === counted ? 2 : 0 }])
})

test('heartbeats keep a lease for as long as the work takes, and store its progress', async () => {
  await add(1)
  const row = (await named.claim(process()))!
  await t.services.db.update(errands).set({ aliveAt: sql`now() - interval '14 seconds'` })
  let beats = 0
  const beat = (lease: Lease<typeof errands>) => lease.renew({ result: `${++beats}` })
  await named.keep(process(), row, () => until(() => beats > 3), { every: 20, beat })
  const [kept] = await rows()
  expect(Date.now() - Date.parse(kept!.aliveAt)).toBeLessThan(5000)
  expect(Number(kept!.result)).toBeGreaterThan(2)
})

test('a process that shuts down releases its row uncounted, and claims no other', async () => {
  await add(2)
  const stopping = new AbortController()
  const services = process(stopping)
  await counted.runDue(services, {
    atOnce: 1,
    async work(lease) {
      stopping.abort()
      expect(lease.isHeld()).toBe(false)
      await counted.release(services, lease.row)
    },
  })
  expect((await rows()).map(({ attempts, leasedUntil }) => [attempts, leasedUntil])).toEqual([
    [0, null],
    [0, null],
  ])
})

test('as many rows are worked on at once as a run may, and as its limits let it', async () => {
  await add(9)
  const services = process()
  const waiting: (() => void)[] = []
  const work = async (lease: Lease<typeof errands>) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await done(services)(lease)
  }
  const run = () => counted.runDue(services, { atOnce: 3, next: (held) => (held.length < 5 ? {} : undefined), work })
  const runs = [run()]
  await until(() => waiting.length === 3)
  runs.push(run())
  await until(() => waiting.length === 5)
  await Bun.sleep(50)
  expect(waiting).toHaveLength(5)
  while ((await t.services.db.$count(errands, shared.isOpen)) > 0) {
    waiting.splice(0).forEach((go) => go())
    await Bun.sleep(5)
  }
  await Promise.all(runs)
})

test('work of which only one may be under way is claimed by one of many', async () => {
  await add(2)
  const claims = [1, 2].flatMap((id) =>
    [1, 2].map(() => named.claim(process(), { isAlone: true, where: eq(errands.id, id) })),
  )
  const claimed = (await Promise.all(claims)).filter((row) => row !== undefined)
  expect(claimed).toHaveLength(1)
  await named.finish(process(), claimed[0]!, { isDone: true })
  expect(await named.claim(process(), { isAlone: true })).toBeDefined()
})

test('what a dead process has begun is free after its silence, with an embedded database after two seconds', async () => {
  await add(1)
  const silent = (seconds: number) =>
    t.services.db.update(errands).set({ aliveAt: sql`now() - make_interval(secs => ${seconds})` })
  const embedded = { ...process(), config: { ...t.services.config, databaseUrl: undefined } }
  await silent(1)
  expect(await begun.untilDue(embedded)).toBeWithin(500, 1001)
  await silent(3)
  expect([await begun.claim(process()), await begun.untilDue(process())]).toEqual([undefined, expect.any(Number)])
  expect(await begun.claim(embedded)).toBeDefined()
  await silent(16)
  // This process is still working on it.
  expect([await begun.claim(embedded), await begun.untilDue(embedded)]).toEqual([undefined, Infinity])
  expect(await begun.claim(process())).toBeDefined()
})

test('a failure ends the run, and its row is free when the lease expires', async () => {
  await add(1)
  const run = counted.runDue(process(), { work: () => Promise.reject(new Error('no room')) })
  await expect(run).rejects.toThrow('no room')
  expect(await counted.untilDue(process())).toBeWithin(1000, 3001)
})

test('an outcome is stored as soon as the database can be written, unless the process ends before', async () => {
  let faults = 2
  const store = () => (faults-- > 0 ? Promise.reject(new Error('The disk is full')) : Promise.resolve('stored'))
  expect(await untilStored(t.services, store)).toBe('stored')
  expect(t.logged.map(({ level }) => level)).toEqual(['warn', 'warn'])
  faults = 2
  await expect(untilStored({ ...t.services, stopping: AbortSignal.abort() }, store)).rejects.toThrow('disk is full')
})
