import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createEvents, type Kind, type Listener, system, type WriteEvent } from '#platform/events/events'
import type { Services } from '#platform/services'
import { posts } from '#features/posts/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { createApi } from '#app/api/api'
import { origin, testApi } from '#test/api'
import { messageInput, postInput, projectInput } from '#test/inputs'
import { commitAs } from './commit'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi()
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const every: Kind[] = ['post', 'project', 'page', 'message', 'subscriber', 'site']

/** An API with `listeners`; what it publishes after a commit is in `published`. */
function listening(...listeners: Listener[]) {
  const events = createEvents({
    listeners,
    publicKinds: ['post', 'project', 'page'],
    config: t.services.config,
    log: t.services.log,
  })
  const services: Services = { ...t.services, events }
  const published: WriteEvent[] = []
  const stop = events.subscribe((event) => void published.push(event))
  const api = createApi(services)
  const send = (
    method: string,
    path: string,
    { body, headers = {}, as = cookie }: { body?: unknown; headers?: Record<string, string>; as?: string } = {},
  ) =>
    api.handle(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          origin,
          cookie: as,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  return { services, send, published, stop }
}

describe('a write', () => {
  test('emits what has happened to which record, and who did it', async () => {
    const { send, published } = listening()
    await send('POST', '/api/blog', { body: postInput() })
    await send('PUT', '/api/blog/1', { body: postInput({ title: 'Changed' }) })
    await send('DELETE', '/api/blog/1')
    await send('POST', '/api/projects', { body: projectInput() })
    await send('POST', '/api/page-contents', { body: { page: 'home', content: '{}' } })
    await send('POST', '/api/page-contents', { body: { page: 'home', content: '{"a":1}' } })
    await send('POST', '/api/contact', { body: messageInput(), as: '' })
    await send('PUT', '/api/contact/1', { body: { read: true } })
    await send('POST', '/api/waitlist', { body: { email: 'bob@example.com' }, as: '' })
    await send('POST', '/api/waitlist', { body: { email: 'eve@example.com' } })
    expect(
      published.map(
        ({ name, id, actor }) => `${name} ${id} by ${actor.is === 'administrator' ? actor.user.username : actor.is}`,
      ),
    ).toEqual([
      'post.published 1 by ada',
      'post.updated 1 by ada',
      'post.slugChanged 1 by ada',
      'post.deleted 1 by ada',
      'project.published 1 by ada',
      'page.published home by ada',
      'page.updated home by ada',
      'message.received 1 by visitor',
      'message.read 1 by ada',
      'subscriber.created 1 by visitor',
      'subscriber.created 2 by ada',
    ])
  })

  test('emits nothing when nothing has changed', async () => {
    const { send, published } = listening()
    const key = { 'idempotency-key': 'once' }
    for (let turn = 0; turn < 2; turn++) await send('POST', '/api/blog', { body: postInput(), headers: key })
    for (let turn = 0; turn < 2; turn++) await send('POST', '/api/waitlist', { body: { email: 'bob@example.com' } })
    await send('POST', '/api/waitlist', { body: { email: 'bot@example.com', website: 'x' } })
    await send('POST', '/api/contact', { body: { ...messageInput(), website: 'x' } })
    expect((await send('POST', '/api/blog', { body: {} })).status).toBe(422)
    expect((await send('DELETE', '/api/blog/9')).status).toBe(404)
    expect(published.map(({ kind }) => kind)).toEqual(['post', 'subscriber'])
  })

  test('does not reach a listener that has unsubscribed', async () => {
    const { send, published, stop } = listening()
    stop()
    await send('POST', '/api/blog', { body: postInput() })
    expect(published).toEqual([])
  })

  test('is committed although a listener after the commit fails', async () => {
    const { send, services, published } = listening()
    services.events.subscribe(() => {
      throw new Error('a closed window')
    })
    const later: string[] = []
    services.events.subscribe(({ kind }) => void later.push(kind))
    expect((await send('POST', '/api/blog', { body: postInput() })).status).toBe(201)
    expect([published.length, later]).toEqual([1, ['post']])
  })
})

describe('a listener', () => {
  const joining: Listener = {
    on: ['post'],
    run: async (tx, { action, id }) => {
      await tx.insert(waitlistSubscribers).values({ email: `${action} ${id}` })
    },
  }

  test('gets the kinds that it names, inside the transaction', async () => {
    const { send } = listening(joining)
    await send('POST', '/api/blog', { body: postInput() })
    await send('POST', '/api/projects', { body: projectInput() })
    expect((await t.services.db.select().from(waitlistSubscribers)).map(({ email }) => email)).toEqual(['created 1'])
  })

  test('that fails rolls back the write, and no other listener is notified', async () => {
    const failing: Listener = { on: every, run: () => Promise.reject(new Error('no room')) }
    const { send, published, services } = listening(joining, failing)
    const before = services.cacheTags.stamp(['post'])
    expect((await send('POST', '/api/blog', { body: postInput(), headers: { 'idempotency-key': 'k' } })).status).toBe(
      500,
    )
    expect([
      await t.services.db.$count(posts),
      await t.services.db.$count(waitlistSubscribers),
      published.length,
    ]).toEqual([0, 0, 0])
    expect(services.cacheTags.stamp(['post'])).toBe(before)
  })

  test('also gets the writes of jobs', async () => {
    const heard: WriteEvent[] = []
    const { services, published } = listening({ on: ['post'], run: async (_, event) => void heard.push(event) })
    const before = services.cacheTags.stamp(['post'])
    const result = await commitAs(
      services,
      system,
      (id: number) => ({ kind: 'post', action: 'updated', id }),
      async () => 7,
    )
    const event = { kind: 'post', action: 'updated', id: 7, name: 'post.updated', actor: { is: 'system' } }
    expect([result, heard, published]).toEqual([7, [event], [event]] as unknown as [number, WriteEvent[], WriteEvent[]])
    expect(services.cacheTags.stamp(['post'])).not.toBe(before)
  })
})

test('a write invalidates the cache of its kind, a write to the whole site all of it, and one that no visitor sees nothing', async () => {
  const { services } = listening()
  const { cacheTags } = services
  const stamps = () => ({
    post: cacheTags.stamp(['post']),
    project: cacheTags.stamp(['project']),
    subscriber: cacheTags.stamp(['subscriber']),
  })
  const changedBy = async (kind: Kind) => {
    const before = stamps()
    await commitAs(
      services,
      system,
      () => ({ kind, action: 'updated', id: 1 }),
      async () => {},
    )
    const after = stamps()
    return (Object.keys(after) as (keyof typeof after)[]).filter((tag) => after[tag] !== before[tag])
  }
  expect(await changedBy('post')).toEqual(['post'])
  expect(await changedBy('subscriber')).toEqual([])
  expect(await changedBy('site')).toEqual(['post', 'project', 'subscriber'])
})
