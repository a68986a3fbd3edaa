import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startSession } from '#auth/sessions'
import { createAdministrator } from '#auth/store'
import { sessions } from '#auth/table'
import { idempotencyKeys, throttles } from '#base/writes/table'
import { countHit } from '#base/writes/throttle'
import { administrator, testServices } from '#test/api'
import { sweepExpired } from './sweep'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
afterAll(() => t.close())

test('only what has expired is swept away', async () => {
  const { db } = t.services
  const user = await createAdministrator(db, administrator)
  const tables = [sessions, throttles, idempotencyKeys]
  const counts = () => Promise.all(tables.map((table) => db.$count(table)))
  const stored = { route: 'POST /api/blog', session: '', bodyHash: '', status: 201, answer: '{}' }

  await startSession(db, user.id, 'http://localhost')
  await db.insert(sessions).values({ id: 'old', userId: user.id, expiresAt: sql`now() - interval '1 second'` })
  await countHit(db, { kind: 'test', subject: 'new', limits: [{ hits: 1, seconds: 60 }] })
  await db.insert(throttles).values({ key: 'old', hits: [], expiresAt: sql`now() - interval '1 second'` })
  await db.insert(idempotencyKeys).values([{ ...stored, key: 'new' }, { ...stored, key: 'old', createdAt: sql`now() - interval '25 hours'` }])
  expect(await counts()).toEqual([2, 2, 2])

  await sweepExpired(db)
  expect(await counts()).toEqual([1, 1, 1])
})
