import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { assets } from '#base/assets/table'
import { post } from '#base/mail/outbox'
import { outbox } from '#base/mail/table'
import { throttles } from '#base/writes/table'
import { countHit } from '#base/writes/throttle'
import { activity } from '#features/activity/table'
import { posts } from '#features/posts/table'
import { openWindows } from '#records/presence/table'
import { testDoor } from '#test/door'
import { createSiteClock, mendClock } from './clock'

let t: Awaited<ReturnType<typeof testDoor>>
beforeAll(async () => {
  t = await testDoor()
})
beforeEach(async () => {
  await t.reset()
  t.logged.splice(0)
})
afterAll(() => t.close())

const hour = sql`interval '1 hour'`

/** As if the clock, which was an hour ahead when this was stored, had gone back now. */
const goBack = () =>
  t.services.db.update(posts).set({
    publishedAt: sql`${posts.publishedAt} + ${hour}`,
    updatedAt: sql`${posts.updatedAt} + ${hour}`,
  })

const logged = async () => {
  for (const asked = performance.now(); t.logged.length === 0 && performance.now() - asked < 10_000;)
    await Bun.sleep(20)
  return t.logged.map(({ message }) => message)
}

const statuses = async (cookie: string) => {
  const answer = await t.ask('/api/blog?status=all', { headers: { cookie } })
  return Object.fromEntries(
    ((await answer.json()) as { slug: string; status: string }[]).map(({ slug, status }) => [slug, status]),
  )
}

test('what was published by a clock that was ahead stays published, and what is scheduled stays scheduled', async () => {
  const cookie = await t.signIn()
  await t.publish('out', 'Went out')
  await t.publish('second', 'Went out later')
  await t.publish('planned', 'To come', { publishedAt: '2100-01-01T00:00:00.000Z' })
  await goBack()
  await t.services.freshness.touch(['post'])
  expect(await statuses(cookie)).toEqual({ out: 'scheduled', second: 'scheduled', planned: 'scheduled' })
  expect((await t.ask('/blog/out/')).status).toBe(404)

  const stop = createSiteClock(t.services.config, t.services.log).watch(t.services)
  expect(await logged()).toEqual(['What was published while the clock was ahead is published as of now'])
  stop()
  expect(await statuses(cookie)).toEqual({ out: 'published', second: 'published', planned: 'scheduled' })
  expect((await t.ask('/blog/out/')).status).toBe(200)
  const list = (await (await t.ask('/api/blog')).json()) as { slug: string; version: number; publishedAt: string }[]
  expect(list.map(({ slug, version }) => `${slug} ${version}`)).toEqual(['second 2', 'out 2'])
  expect(Date.now() - Date.parse(list[0]!.publishedAt)).toBeWithin(-60_000, 60_000)
  const told = await t.services.db.select().from(activity)
  expect(told.map(({ action, title, userId }) => [action, title, userId])).toEqual([
    ['updated', 'Went out', null],
    ['updated', 'Went out later', null],
  ])
  expect(t.logged.map(({ fields }) => fields)).toEqual([{ kind: 'post', records: 2 }])
})

test('a clock that is set while the site runs is one line, and drops what is kept', async () => {
  const { freshness, config, log } = t.services
  const real = Date.now
  let ahead = 0
  const set = spyOn(Date, 'now').mockImplementation(() => real() + ahead)
  const clock = createSiteClock(config, log)
  const stop = clock.watch(t.services)
  try {
    await Bun.sleep(100)
    for (const [by, said, mayErase] of [
      [3_600_000, /^The clock of this machine went ahead by (?:1 h|59 min 59 s): [^\n]+has ended$/, true],
      [-3_600_000, /^The clock of this machine went back by (?:1 h|59 min 59 s): /, true],
      [40 * 86_400_000, /^The clock of this machine went ahead by (?:40 d|39 d 23 h): .* is erased a day later/, false],
    ] as const) {
      t.logged.splice(0)
      const stamp = freshness.stamp(['post'])
      ahead += by
      expect(await logged()).toEqual([expect.stringMatching(said)])
      expect([freshness.stamp(['post']) === stamp, clock.mayErase()]).toEqual([false, mayErase])
    }
  } finally {
    stop()
    set.mockRestore()
  }
}, 60_000)

test('mails, windows and tries of a clock that was ahead are as old as any', async () => {
  const { db } = t.services
  await t.publish('out')
  await goBack()
  const limits = [{ hits: 1, seconds: 60 }]
  await countHit(db, { kind: 'test', subject: 'ada', limits })
  await db.update(throttles).set({ hits: sql`array[now() + ${hour}]::timestamptz[]` })
  await db.insert(openWindows).values({
    id: 'a-window-that-is-gone',
    kind: 'post',
    recordId: '1',
    userId: 1,
    username: 'ada',
    expiresAt: sql`now() + ${hour}`,
  })
  const letter = { subject: 'Hello', text: 'Good morning', html: '<p>Good morning</p>' }
  await db.transaction((tx) =>
    post(tx, { siteUrl: 'https://acme.example' }, { kind: 'message', to: ['bob@acme.example'], letter }),
  )
  await db.update(outbox).set({ nextAttemptAt: sql`now() + ${hour}`, leasedUntil: sql`now() + ${hour}` })
  await mendClock(t.services)
  const [counted] = await db.select({ isPast: sql<boolean>`${throttles.hits}[1] <= now()` }).from(throttles)
  expect(counted?.isPast).toBe(true)
  expect(await db.$count(openWindows)).toBe(0)
  const [mail] = await db
    .select({
      isDue: sql<boolean>`${outbox.nextAttemptAt} <= now()`,
      isSoonFree: sql<boolean>`${outbox.leasedUntil} <= now() + interval '1 minute'`,
    })
    .from(outbox)
  expect(mail).toEqual({ isDue: true, isSoonFree: true })
})

test('a clock that is behind what was written last, or far after it, is one line at the start', async () => {
  const { db, config, log } = t.services
  const clock = createSiteClock({ ...config, databaseUrl: 'postgres://db/site' }, log)
  await clock.check(db)
  expect([t.logged, clock.mayErase()]).toEqual([[], true])
  await db.insert(activity).values({ action: 'updated', kind: 'post', at: sql`now() + ${hour}` })
  await clock.check(db)
  expect([t.logged.map(({ message }) => message), clock.mayErase()]).toEqual([
    [
      expect.stringMatching(
        /^The clock of the database is (?:1 h|59 min \d+ s) behind what was written last; if it is wrong, set it: what was published meanwhile stays so/,
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
  // A build that was in use lately is a sign of life, whatever people did.
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
