import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { missingPaths } from '#features/redirects/table'
import { webhookDeliveries } from '#features/webhooks/table'
import { startScheduler } from '#platform/jobs/scheduler'
import { administrator, testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { until } from '#test/waiting'
import { jobs } from './jobs'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let stop: () => Promise<void>
let spies: { mock: { calls: unknown[] }; mockClear(): unknown; mockRestore(): void }[]
beforeAll(async () => {
  t = await testApi({ throttle: false, webhookAllow: ['127.0.0.0/8'] })
  spies = (['select', 'insert', 'update', 'delete', 'execute', 'transaction', '$count', 'with'] as const).map(
    (method) => spyOn(t.services.db, method),
  )
  await t.reset()
  // What serves by the clock or at the start alone would only disturb.
  stop = startScheduler(
    jobs.filter((job) => 'wakes' in job),
    t.services,
  )
  // The first run of each job.
  await Bun.sleep(3000)
  expect(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeGreaterThan(10)
})
beforeEach(async () => {
  cookie = await t.signIn()
})
afterAll(async () => {
  await stop()
  for (const spy of spies) spy.mockRestore()
  await t.close()
})

test('jobs that nobody has given work ask the database nothing', async () => {
  await Bun.sleep(1000)
  for (const spy of spies) spy.mockClear()
  await Bun.sleep(3000)
  expect(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(0)
})

test('a scheduled record is published within a second of its time', async () => {
  const at = Date.now() + 2500
  const published = Promise.withResolvers<number>()
  const leave = t.services.events.subscribe(({ name }) => name === 'post.published' && published.resolve(Date.now()))
  const body = postInput({ publishedAt: new Date(at).toISOString() })
  expect((await t.send('POST', '/api/blog', { cookie, body })).status).toBe(201)
  expect((await published.promise) - at).toBeWithin(-20, 1000)
  leave()
})

test('a webhook’s first try is within a second of the commit', async () => {
  const received = Promise.withResolvers<number>()
  const receiver = Bun.serve({
    port: 0,
    fetch() {
      received.resolve(performance.now())
      return new Response()
    },
  })
  const added = await t.send('POST', '/api/webhooks', {
    cookie,
    body: { url: `http://127.0.0.1:${receiver.port}/`, events: ['post.published'], password: administrator.password },
  })
  expect(added.status).toBe(201)
  // Its job sleeps again after the change of the webhook.
  await Bun.sleep(1500)
  expect((await t.send('POST', '/api/blog', { cookie, body: postInput() })).status).toBe(201)
  const committed = performance.now()
  expect((await received.promise) - committed).toBeLessThan(1000)
  await until(
    async () => (await t.services.db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'sent'))) > 0,
    5000,
  )
  await receiver.stop(true)
})

test('hits of visitors are stored within seconds, and only then', async () => {
  t.services.notFoundHits.add('/gone/')
  const stored = () => t.services.db.$count(missingPaths)
  expect(await stored()).toBe(0)
  await until(async () => (await stored()) === 1, 5000)
})
