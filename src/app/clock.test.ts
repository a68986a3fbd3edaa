import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { assets } from '#platform/assets/table'
import { activity } from '#features/activity/table'
import { testPipeline } from '#test/pipeline'
import { createSiteClock } from './clock'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  t.logged.splice(0)
})
afterAll(() => t.close())

const hour = sql`interval '1 hour'`

const logged = async () => {
  for (const asked = performance.now(); t.logged.length === 0 && performance.now() - asked < 10_000;)
    await Bun.sleep(20)
  return t.logged.map(({ message }) => message)
}

test('a clock change while the site runs is logged in one line, and clears the caches', async () => {
  const { cacheTags, config, log } = t.services
  const real = Date.now
  let ahead = 0
  const set = spyOn(Date, 'now').mockImplementation(() => real() + ahead)
  const clock = createSiteClock(config, log)
  const stop = clock.watch(t.services)
  try {
    await Bun.sleep(100)
    for (const [by, said, mayErase] of [
      [3_600_000, /^The clock of this machine went ahead by 60 min: [^\n]+has ended$/, true],
      [-3_600_000, /^The clock of this machine went back by 60 min: /, true],
      [40 * 86_400_000, /^The clock of this machine went ahead by 40 d: .* is erased a day later/, false],
    ] as const) {
      t.logged.splice(0)
      const stamp = cacheTags.stamp(['post'])
      ahead += by
      expect(await logged()).toEqual([expect.stringMatching(said)])
      expect([cacheTags.stamp(['post']) === stamp, clock.mayErase()]).toEqual([false, mayErase])
    }
  } finally {
    stop()
    set.mockRestore()
  }
}, 60_000)

test('a clock behind the last write, or far ahead of it, is logged in one line at the start', async () => {
  const { db, config, log } = t.services
  const clock = createSiteClock({ ...config, databaseUrl: 'postgres://db/site' }, log)
  await clock.check(db)
  expect([t.logged, clock.mayErase()]).toEqual([[], true])
  await db.insert(activity).values({ action: 'updated', kind: 'post', at: sql`now() + ${hour}` })
  await clock.check(db)
  expect([t.logged.map(({ message }) => message), clock.mayErase()]).toEqual([
    [
      expect.stringMatching(
        /^The clock of the database is 60 min behind what was written last; if it is wrong, set it: what was published meanwhile counts as scheduled/,
      ),
    ],
    true,
  ])
  t.logged.splice(0)
  await db.update(activity).set({ at: sql`now() - interval '40 days'` })
  await clock.check(db)
  expect([t.logged.map(({ message }) => message), clock.mayErase()]).toEqual([
    [expect.stringMatching(/^The clock of the database is 40 d after what was written last; if it is wrong, set it: /)],
    false,
  ])
  // A recently used build counts as a sign of life, even without other activity.
  await db.insert(assets).values({
    path: '/a.js',
    type: 'text/javascript',
    etag: '"a"',
    modified: '',
    encoding: null,
    body: new Uint8Array(),
  })
  const another = createSiteClock(config, log)
  t.logged.splice(0)
  await another.check(db)
  expect([t.logged, another.mayErase()]).toEqual([[], true])
})
