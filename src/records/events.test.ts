import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { features } from '#app/features'
import { createServices } from '#app/services'
import { posts } from '#features/posts/table'
import type { WriteEvent } from '#platform/events/events'
import type { Services } from '#platform/services'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { scheduledRecords } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let heard: WriteEvent[]
beforeAll(async () => {
  t = await testApi({ throttle: false })
  t.services.events.subscribe((event) => void heard.push(event))
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
  heard = []
})
afterAll(() => t.close())

const later = '2999-01-01T00:00:00.000Z'

/** The events of a request. */
async function told(method: string, path: string, body?: unknown): Promise<string[]> {
  heard = []
  const { status } = await t.send(method, `/api/blog${path}`, { cookie, body })
  expect(status).toBeLessThan(300)
  return heard.map(({ name }) => name)
}

const names = () => heard.map(({ name }) => name)

async function publishDue(services: Services) {
  for (const job of features.flatMap(({ jobs = [] }) => jobs))
    if (job.name === 'publish scheduled blog posts' && 'runInEach' in job) await job.runInEach(services)
}

/** Simulates that a scheduled post's date has passed. */
const letTimePass = async () => {
  await t.services.db.update(posts).set({
    publishedAt: sql`now() - interval '1 second'`,
    updatedAt: sql`now() - interval '1 hour'`,
  })
  await t.services.db.update(scheduledRecords).set({ publishAt: sql`now() - interval '1 second'` })
}

test('each write of a post emits its event, once', async () => {
  const input = postInput({ slug: 'light' })
  expect(await told('POST', '', { ...input, status: 'draft' })).toEqual(['post.created'])
  expect(await told('PUT', '/1/draft', input)).toEqual(['post.drafted'])
  expect(await told('PUT', '/1', { ...input, status: 'draft' })).toEqual(['post.updated'])
  expect(await told('PUT', '/1', { ...input, status: 'published' })).toEqual(['post.published'])
  expect(await told('PUT', '/1', { ...input, title: 'Second light' })).toEqual(['post.updated'])
  expect(await told('PUT', '/1', { ...input, slug: 'dark' })).toEqual(['post.updated', 'post.slugChanged'])
  expect(await told('PUT', '/1/draft', input)).toEqual(['post.drafted'])
  expect(await told('DELETE', '/1/draft')).toEqual(['post.drafted'])
  expect(await told('PUT', '/1', { ...input, publishedAt: later })).toEqual(['post.scheduled', 'post.slugChanged'])
  expect(await told('PUT', '/1', { ...input, title: 'Third light' })).toEqual(['post.updated'])
  expect(await told('PUT', '/1', { ...input, publishedAt: '2020-01-01T00:00:00.000Z' })).toEqual(['post.published'])
  expect(await told('PUT', '/1', { ...input, status: 'draft' })).toEqual(['post.unpublished'])
  expect(await told('POST', '/1/trash')).toEqual(['post.trashed'])
  expect(await told('POST', '/1/restore', { status: 'published' })).toEqual(['post.restored'])
  expect(await told('DELETE', '/1')).toEqual(['post.deleted'])
  expect(await told('POST', '', input)).toEqual(['post.published'])
})

test('an event has its author, and the record before and after', async () => {
  await told('POST', '', postInput({ slug: 'light' }))
  await told('PUT', '/1', postInput({ slug: 'dark', title: 'Dark' }))
  const [updated] = heard
  expect(updated).toMatchObject({
    kind: 'post',
    id: 1,
    title: 'Dark',
    actor: { is: 'administrator', user: { username: 'ada' } },
    before: { version: 1, status: 'published', title: 'First light', paths: ['/blog/light/', '/es/blog/light/'] },
    after: { version: 2, status: 'published', title: 'Dark', paths: ['/blog/dark/', '/es/blog/dark/'] },
  })
  await told('DELETE', '/1')
  expect([heard[0]?.before?.title, heard[0]?.after]).toEqual(['Dark', undefined])
})

test('listeners of an event get no other, and those of a kind get each write once', async () => {
  const calls: string[] = []
  const { createEvents } = await import('#platform/events/events')
  const { commitWork } = await import('#platform/writes/commit')
  const note =
    (who: string) =>
    async (_: unknown, { name }: WriteEvent) =>
      void calls.push(`${who} ${name}`)
  const events = createEvents({
    listeners: [
      { on: ['post.slugChanged'], run: note('mover') },
      { on: ['post'], run: note('kind') },
      { on: 'every', run: note('every') },
    ],
    publicKinds: ['post'],
    config: t.services.config,
    log: t.services.log,
  })
  const update = { kind: 'post', action: 'updated', id: 1 } as const
  await commitWork(
    { ...t.services, events },
    { is: 'system' },
    async (tx) => void tx.pending.events.push({ ...update, verb: 'updated' }, { ...update, verb: 'slugChanged' }),
  )
  expect(calls).toEqual(['kind post.updated', 'every post.updated', 'mover post.slugChanged'])
})

test('a scheduled post is published by the scheduler, once for all processes, and does not count as changed', async () => {
  await told('POST', '', postInput({ publishedAt: later }))
  expect(names()).toEqual(['post.scheduled'])
  heard = []
  await publishDue(t.services)
  expect(names()).toEqual([])

  await letTimePass()
  const processes = Array.from({ length: 4 }, () => createServices({ ...t.services }))
  for (const { events } of processes) events.subscribe((event) => void heard.push(event))
  const before = t.services.cacheTags.stamp(['post'])
  await Promise.all(processes.map(publishDue))
  expect(heard).toMatchObject([
    {
      name: 'post.published',
      id: 1,
      actor: { is: 'system' },
      before: { status: 'scheduled' },
      after: { status: 'published' },
    },
  ])
  expect(t.services.cacheTags.stamp(['post'])).not.toBe(before)
  // Simulates a restart.
  await publishDue(createServices({ ...t.services }))
  expect(names()).toEqual(['post.published'])
  const lines = (await t.send('GET', '/api/activity?kind=post', { cookie })).json as object[]
  expect(lines).toHaveLength(1)
})

test('a scheduled post that is edited when it has just become due emits published first, and nothing more', async () => {
  await told('POST', '', postInput({ publishedAt: later }))
  await letTimePass()
  expect(await told('PUT', '/1', postInput({ excerpt: 'Edited' }))).toEqual(['post.published', 'post.updated'])
  heard = []
  await publishDue(t.services)
  expect(names()).toEqual([])
})

test('an unscheduled post is not published', async () => {
  for (const slug of ['one', 'two', 'three', 'four']) await told('POST', '', postInput({ slug, publishedAt: later }))
  await told('PUT', '/1', postInput({ slug: 'one', status: 'draft' }))
  await told('POST', '/2/trash')
  await told('DELETE', '/3')
  expect(await t.services.db.$count(scheduledRecords)).toBe(1)
  await t.services.db.update(scheduledRecords).set({ publishAt: sql`now()` })
  // An older release, which does not know the schedule table, has unpublished it.
  await t.services.db.update(posts).set({ status: 'draft' }).where(eq(posts.id, 4))
  heard = []
  await publishDue(t.services)
  expect(names()).toEqual([])
})

test('records that an import schedules are published later too', async () => {
  await told('POST', '', postInput({ publishedAt: later }))
  await t.services.db.delete(scheduledRecords)
  const { commitAs } = await import('#platform/writes/commit')
  await commitAs(
    t.services,
    { is: 'system' },
    () => ({ kind: 'site', action: 'updated', id: null }),
    async () => {},
  )
  expect(await t.services.db.select().from(scheduledRecords)).toEqual([{ kind: 'post', recordId: 1, publishAt: later }])
})
