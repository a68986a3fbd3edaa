import { afterAll, beforeAll, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { insertSession } from '#auth/sessions/sessions'
import { createAdministrator } from '#auth/store'
import { sessions } from '#auth/table'
import { idempotencyKeys, throttles } from '#platform/writes/table'
import { countHit } from '#platform/writes/throttle'
import { administrator, testServices } from '#test/api'
import { jobs } from './jobs'

const hour = 3_600_000

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
afterAll(() => t.close())

test('only expired rows are deleted', async () => {
  const { db } = t.services
  const user = await createAdministrator(db, administrator)
  const tables = [sessions, throttles, idempotencyKeys]
  const counts = () => Promise.all(tables.map((table) => db.$count(table)))
  const stored = { route: 'POST /api/blog', session: '', bodyHash: '', status: 201, answer: '{}' }

  await insertSession(db, user.id, 'http://localhost')
  await db.insert(sessions).values({ id: 'old', userId: user.id, expiresAt: sql`now() - interval '1 second'` })
  await countHit(db, { kind: 'test', subject: 'new', limits: [{ hits: 1, seconds: 60 }] })
  await db.insert(throttles).values({ key: 'old', hits: [], expiresAt: sql`now() - interval '1 second'` })
  await db.insert(idempotencyKeys).values([
    { ...stored, key: 'new' },
    { ...stored, key: 'old', createdAt: sql`now() - interval '25 hours'` },
  ])
  expect(await counts()).toEqual([2, 2, 2])

  for (const job of jobs) if ('run' in job) await db.transaction((tx) => job.run(collecting(tx)))
  expect(await counts()).toEqual([1, 1, 1])
})

test('every clean-up runs at least once an hour, and every job has a name of its own', () => {
  const sweeping = jobs.filter(({ name }) => /^(sweep|empty) /.test(name))
  expect(sweeping.filter((job) => !('every' in job) || job.every > hour)).toEqual([])
  expect(sweeping.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'empty the trash of blog posts',
      'sweep sessions',
      'sweep throttles',
      'sweep idempotency keys',
    ]),
  )
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
})

test('a cached page with the old year is invalidated with the new one', async () => {
  const newYear = jobs.find(({ name }) => name === 'expire pages at new year')
  if (!newYear || !('at' in newYear && 'runInEach' in newYear)) throw new Error('Nothing happens at new year')
  for (const now of ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z'])
    expect(newYear.at(new Date(now)).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  const before = t.services.cacheTags.stamp(['page'])
  await newYear.runInEach(t.services)
  expect(t.services.cacheTags.stamp(['page'])).not.toBe(before)
})
