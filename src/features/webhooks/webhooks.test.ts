import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { visitor } from '#platform/events/events'
import { outbox } from '#platform/mail/table'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { testApi } from '#test/api'
import { countWaiting, testServer } from '#test/database/server-database'
import { messageInput, postInput } from '#test/inputs'
import { until } from '#test/waiting'
import type { Delivery, NewWebhook, Webhook } from './contract'
import { pauseAfter, sendDeliveries } from './send-deliveries'
import { deleteWebhook, sweepDeliveries } from './store'
import { webhookDeliveries, webhooks } from './table'

type Heard = { headers: Record<string, string>; body: string; path: string }

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let heard: Heard[] = []
let answer: (request: Request) => Response | Promise<Response> = () => new Response()
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const body = await request.text()
    heard.push({ headers: Object.fromEntries(request.headers), body, path: new URL(request.url).pathname })
    return answer(request)
  },
})
const url = (path = '/hook') => `http://127.0.0.1:${receiver.port}${path}`

beforeAll(async () => {
  t = await testApi({ throttle: false, siteUrl: 'https://acme.test', webhookAllow: ['127.0.0.0/8'] })
})
beforeEach(async () => {
  await t.reset()
  heard = []
  answer = () => new Response()
  cookie = await t.signIn()
})
afterAll(async () => {
  await t.close()
  await receiver.stop(true)
})

const send = async <Json>(method: string, path: string, body?: unknown) => {
  const { status, json } = await t.send(method, `/api${path}`, { cookie, body })
  return { status, json: json as Json }
}
const add = async (...events: string[]) => (await send<NewWebhook>('POST', '/webhooks', { url: url(), events })).json
const deliveries = async (id: number, query = '') =>
  (await send<Delivery[]>('GET', `/webhooks/${id}/deliveries${query}`)).json
/** Simulates that the next attempt is due. */
const letPass = () =>
  t.services.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now() - interval '1 second'` })
    .where(sql`state = 'waiting'`)
const tryAgain = async (services: Services = t.services) => {
  await letPass()
  await sendDeliveries(services)
}
const types = () => heard.map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('a webhook is added, changed and deleted, and shows its secret once', async () => {
  const { status, json } = await send<NewWebhook>('POST', '/webhooks', {
    url: url(),
    events: ['test', 'post.deleted', 'test'],
  })
  expect(status).toBe(201)
  expect(json).toMatchObject({ id: 1, url: url(), events: ['post.deleted', 'test'], enabled: true })
  expect(json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret: _, ...shown } = json
  expect((await send<Webhook[]>('GET', '/webhooks')).json).toEqual([shown])
  expect(await send('PUT', '/webhooks/1', { enabled: false })).toEqual({
    status: 200,
    json: { ...shown, enabled: false },
  })
  expect(await send('PUT', '/webhooks/1', {})).toEqual({ status: 200, json: { ...shown, enabled: false } })
  for (const [method, path] of [
    ['PUT', '/webhooks/2'],
    ['POST', '/webhooks/2/rotate'],
    ['POST', '/webhooks/2/test'],
    ['GET', '/webhooks/2/deliveries'],
    ['POST', '/webhooks/1/deliveries/1/retry'],
    ['DELETE', '/webhooks/x'],
  ] as const)
    expect([path, (await send(method, path, method === 'PUT' ? {} : undefined)).status]).toEqual([path, 404])
  expect((await send('DELETE', '/webhooks/1')).status).toBe(204)
  expect((await send('GET', '/webhooks')).json).toEqual([])
  const lines = (await send<{ title: string; action: string }[]>('GET', '/activity?kind=webhook')).json
  expect(lines.map(({ title, action }) => `${action} ${title}`)).toEqual(
    ['deleted', 'updated', 'updated', 'created'].map((action) => `${action} ${url()}`),
  )
})

test('invalid addresses and events are refused by their field', async () => {
  const faults = async (body: object) => {
    const { status, json } = await send<{ issues: { path: string }[] }>('POST', '/webhooks', body)
    return [status, ...json.issues.map(({ path }) => path.split('.')[0])]
  }
  for (const bad of [
    'ftp://acme.test/',
    'http://',
    '//acme.test/',
    'http://ada:secret@acme.test/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[fe80::1]/',
    'http://167772161/',
    'http://0x0a000001/',
    'http://012.0.0.1/',
    'http://0.0.0.0/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
  ])
    expect([bad, ...(await faults({ url: bad, events: ['test'] }))]).toEqual([bad, 422, 'url'])
  expect(await faults({ url: url(), events: [] })).toEqual([422, 'events'])
  expect(await faults({ url: url(), events: ['post.read'] })).toEqual([422, 'events'])
  expect(await faults({})).toEqual([422, 'url', 'events'])
  expect((await send('POST', '/webhooks', { url: url(), events: ['test'] })).status).toBe(201)
  expect((await send('PUT', '/webhooks/1', { url: 'http://10.0.0.1/' })).status).toBe(422)
})

test('public changes of records are delivered, signed, and without their texts', async () => {
  const { secret } = await add('post.published', 'post.updated', 'post.unpublished', 'post.deleted', 'message.received')
  await send('POST', '/blog', { ...postInput({ slug: 'light' }), status: 'draft' })
  await send('PUT', '/blog/1', { ...postInput({ slug: 'light' }), status: 'published' })
  await send('PUT', '/blog/1/draft', postInput({ slug: 'light' }))
  await send('DELETE', '/blog/1/draft')
  await send('PUT', '/blog/1', postInput({ slug: 'light', title: 'Second' }))
  await send('POST', '/blog/1/trash')
  await send('POST', '/blog/1/restore', { status: 'published' })
  await send('DELETE', '/blog/1')
  await send('POST', '/contact', messageInput({ name: 'Grace Hopper' }))
  await sendDeliveries(t.services)
  expect(types().toSorted()).toEqual(
    [
      'post.published',
      'post.updated',
      'post.unpublished',
      'post.published',
      'post.deleted',
      'message.received',
    ].toSorted(),
  )
  for (const { headers, body } of heard) {
    new Verifier(secret).verify(body, headers)
    const told = JSON.parse(body) as { data: { kind: string } }
    expect(Object.keys(told)).toEqual(['type', 'timestamp', 'data'])
    expect(Object.keys(told.data)).toEqual(['kind', 'id', 'url'])
    expect(body).not.toContain('Grace')
  }
  const published = heard.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'post.published')
  expect(published.data).toEqual({ kind: 'post', id: 1, url: 'https://acme.test/blog/light/' })
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(heard.length)
  expect((await deliveries(1)).every(({ state, status }) => state === 'sent' && status === 200)).toBe(true)
})

test('pages, subscribers and records that were never public are delivered with kind, id and public address', async () => {
  await add('page.published', 'page.updated', 'page.deleted', 'post.deleted', 'subscriber.confirmed')
  const page = { title: 'Team', slug: 'team', blocks: [], metadata: {}, translations: {}, status: 'published' }
  expect((await send('POST', '/pages', page)).status).toBe(201)
  expect((await send('POST', '/page-contents', { page: 'home', content: '{"heroTitle":"Hello"}' })).status).toBe(201)
  expect((await send('DELETE', '/pages/1')).status).toBe(204)
  await send('POST', '/blog', { ...postInput({ slug: 'secret-plan' }), status: 'draft' })
  expect((await send('DELETE', '/blog/1')).status).toBe(204)
  const confirmed = { kind: 'subscriber', action: 'updated', verb: 'confirmed', id: 7 } as const
  await commitAs(
    t.services,
    visitor,
    () => confirmed,
    async () => {},
  )
  await sendDeliveries(t.services)
  const told = heard.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(Object.fromEntries(told.map(({ type, data }) => [type, data]))).toEqual({
    'page.published': { kind: 'custom-page', id: 1, url: 'https://acme.test/team/' },
    'page.updated': { kind: 'page', id: 'home', url: 'https://acme.test/' },
    'page.deleted': { kind: 'custom-page', id: 1, url: 'https://acme.test/team/' },
    'post.deleted': { kind: 'post', id: 1, url: null },
    'subscriber.confirmed': { kind: 'subscriber', id: 7, url: 'https://acme.test/admin/waitlist/' },
  })
})

test('a write that is rolled back is not delivered, and neither are events without a subscription', async () => {
  await add('project.published')
  await send('POST', '/blog', postInput())
  await send('PUT', '/webhooks/1', { enabled: false, events: ['post.published'] })
  await send('POST', '/blog', postInput({ slug: 'second' }))
  await sendDeliveries(t.services)
  expect(heard).toEqual([])
  await send('PUT', '/webhooks/1', { enabled: true })
  // A refused write has emitted no event.
  expect((await send('POST', '/blog', postInput({ slug: 'second' }))).status).toBe(409)
  expect(await deliveries(1)).toEqual([])
})

test('a new secret signs beside the previous ones, for a day', async () => {
  const { secret } = await add('test')
  const once = await send<{ secret: string }>('POST', '/webhooks/1/rotate')
  const rotated = await send<{ secret: string }>('POST', '/webhooks/1/rotate')
  expect(rotated.status).toBe(200)
  expect((await send('POST', '/webhooks/1/test')).status).toBe(202)
  await sendDeliveries(t.services)
  for (const one of [secret, once.json.secret, rotated.json.secret])
    new Verifier(one).verify(heard[0]!.body, heard[0]!.headers)
  await t.services.db.update(webhooks).set({ formerUntil: sql`now()` })
  await send('POST', '/webhooks/1/test')
  await sendDeliveries(t.services)
  new Verifier(rotated.json.secret).verify(heard[1]!.body, heard[1]!.headers)
  for (const one of [secret, once.json.secret])
    expect(() => new Verifier(one).verify(heard[1]!.body, heard[1]!.headers)).toThrow()
  const last = await send<{ secret: string }>('POST', '/webhooks/1/rotate')
  await send('POST', '/webhooks/1/test')
  await sendDeliveries(t.services)
  for (const one of [rotated.json.secret, last.json.secret]) new Verifier(one).verify(heard[2]!.body, heard[2]!.headers)
  expect(() => new Verifier(once.json.secret).verify(heard[2]!.body, heard[2]!.headers)).toThrow()
})

test('a failed delivery is retried under the same id, and the owner is mailed in the end', async () => {
  await add('test')
  answer = () => new Response('no', { status: 500 })
  const services = {
    ...t.services,
    config: { ...t.services.config, mail: { url: 'smtp://127.0.0.1:1', from: 'a@acme.test', to: ['ada@acme.test'] } },
  }
  await send('POST', '/webhooks/1/test')
  await send('POST', '/webhooks/1/test')
  await sendDeliveries(services)
  expect(await deliveries(1, '?limit=1')).toMatchObject([
    { id: 2, state: 'waiting', attempts: 1, status: 500, lastError: 'It responded with 500', sentAt: null },
  ])
  expect(await deliveries(1, '?before=2')).toMatchObject([{ id: 1 }])
  // Not before it is due.
  await sendDeliveries(services)
  expect(heard).toHaveLength(2)
  for (let tries = 2; tries <= 9; tries++) await tryAgain(services)
  expect((await deliveries(1)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 9],
    ['waiting', 9],
  ])
  await tryAgain(services)
  expect(heard).toHaveLength(20)
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect((await deliveries(1)).every(({ state, nextAttemptAt }) => state === 'failed' && nextAttemptAt === null)).toBe(
    true,
  )
  expect((await send<Webhook[]>('GET', '/webhooks')).json).toMatchObject([{ enabled: false }])
  const mails = await t.services.db.select().from(outbox)
  expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['webhook', 'ada@acme.test']])

  answer = () => new Response(null, { status: 204 })
  expect(await send<Delivery>('POST', '/webhooks/1/deliveries/1/retry')).toMatchObject({
    status: 202,
    json: { state: 'waiting' },
  })
  await sendDeliveries(services)
  expect((await deliveries(1)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 10],
    ['sent', 11],
  ])
  expect(heard.at(-1)!.headers['webhook-id']).toBe(
    heard.find(({ body }) => body === heard.at(-1)!.body)!.headers['webhook-id'],
  )
})

test('errors are in the language of the reader', async () => {
  const { id } = await add('test')
  const faults = new Map<string, (string | null)[]>()
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end() } })
  const odd = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end('220 mail.acme.test ESMTP\r\n') },
  })
  const closed = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  closed.stop(true)
  try {
    for (const address of [
      `http://127.0.0.1:${closed.port}/`,
      `http://127.0.0.1:${silent.port}/`,
      `http://127.0.0.1:${odd.port}/`,
      `https://127.0.0.1:${receiver.port}/`,
      'http://10.0.0.1/',
      'http://nobody.invalid/',
    ]) {
      await t.services.db.update(webhooks).set({ url: address })
      await send('POST', `/webhooks/${id}/test`)
      await sendDeliveries(t.services)
      const inLanguage = async (language: string) => {
        const asked = await t.send('GET', `/api/webhooks/${id}/deliveries?limit=1`, {
          cookie: `${cookie}; industria-language=${language}`,
        })
        return (asked.json as Delivery[])[0]?.lastError ?? null
      }
      faults.set(address, [await inLanguage('en'), await inLanguage('es')])
    }
  } finally {
    silent.stop(true)
    odd.stop(true)
  }
  expect([...faults.values()]).toEqual([
    ['Nothing listens at this address', 'Nadie escucha en esta dirección'],
    ['It closed the connection without a response', 'Cortó la conexión sin responder'],
    ['It doesn’t speak HTTP at this address', 'No habla HTTP en esta dirección'],
    ['It doesn’t speak HTTPS at this address', 'No habla HTTPS en esta dirección'],
    ['The address leads into a private network', 'La dirección lleva a una red privada'],
    ['The name has no address', 'El nombre no tiene ninguna dirección'],
  ])
})

test('410 disables a webhook at once; redirects are not followed', async () => {
  await add('test')
  await send('POST', '/webhooks/1/test')
  answer = () => Response.redirect(url('/elsewhere'), 302)
  await sendDeliveries(t.services)
  expect(heard.map(({ path }) => path)).toEqual(['/hook'])
  expect(await deliveries(1)).toMatchObject([{ state: 'waiting', status: 302 }])
  answer = () => new Response(null, { status: 410 })
  await tryAgain()
  expect(await deliveries(1)).toMatchObject([{ state: 'failed', status: 410, attempts: 2 }])
  expect((await send<Webhook[]>('GET', '/webhooks')).json).toMatchObject([{ enabled: false }])
  const [line] = (await send<object[]>('GET', '/activity?kind=webhook')).json
  expect(line).toMatchObject({ action: 'disabled', user: null, title: url() })
})

test('a receiver that does not answer blocks no other', async () => {
  const waiting = Promise.withResolvers<Response>()
  answer = (request) => (request.url.endsWith('/slow') ? waiting.promise : new Response())
  const slow = (await send<NewWebhook>('POST', '/webhooks', { url: url('/slow'), events: ['test'] })).json
  for (let count = 0; count < 60; count++) await send('POST', `/webhooks/${slow.id}/test`)
  const { id } = await add('test')
  await send('POST', `/webhooks/${id}/test`)
  const sending = sendDeliveries(t.services, { longest: 60_000 })
  await until(async () => (await deliveries(id))[0]?.state === 'sent')
  const waited = heard.filter(({ path }) => path === '/slow').length
  expect(waited).toBeGreaterThan(5)
  expect(waited).toBeLessThan(16)
  waiting.resolve(new Response())
  await sending
  expect((await deliveries(slow.id)).every(({ state }) => state === 'sent')).toBe(true)

  answer = () => new Promise(() => {})
  await send('POST', `/webhooks/${id}/test`)
  const given = sendDeliveries(t.services, { longest: 1000 })
  // Otherwise it could arrive during the next test.
  await until(async () => heard.length === 62)
  await given
  expect(await deliveries(id, '?limit=1')).toMatchObject([{ state: 'waiting', status: null }])
})

test('the address that was checked is the one connected to', async () => {
  await add('test')
  const addresses = ['127.0.0.1', '127.0.0.2']
  const network = {
    resolve: async () => [addresses.shift() ?? '10.0.0.1'],
    isPublic: (address: string) => address === '127.0.0.1',
  }
  await t.services.db.update(webhooks).set({ url: `http://hook.test:${receiver.port}/hook` })
  await send('POST', '/webhooks/1/test')
  await sendDeliveries(t.services, { network })
  expect(heard.map(({ headers }) => headers.host)).toEqual([`hook.test:${receiver.port}`])
  await send('POST', '/webhooks/1/test')
  await sendDeliveries(t.services, { network })
  expect(heard).toHaveLength(1)
  expect(await deliveries(1, '?limit=1')).toMatchObject([
    { state: 'waiting', lastError: 'The address leads into a private network' },
  ])
})

test('processes send each delivery once, and take over from one that died', async () => {
  await add('test')
  for (let count = 0; count < 20; count++) await send('POST', '/webhooks/1/test')
  const others = Array.from({ length: 3 }, () => ({ ...t.services, stopping: new AbortController().signal }))
  await Promise.all(others.map((services) => sendDeliveries(services)))
  expect(heard).toHaveLength(20)

  await send('POST', '/webhooks/1/test')
  await t.services.db
    .update(webhookDeliveries)
    .set({ attempts: 1, leasedUntil: sql`now() + interval '9 seconds'` })
    .where(sql`state = 'waiting'`)
  await sendDeliveries(t.services)
  expect(heard).toHaveLength(20)
  await t.services.db.update(webhookDeliveries).set({ leasedUntil: sql`now() - interval '1 second'` })
  await sendDeliveries(t.services)
  expect(await deliveries(1, '?limit=1')).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('a process that shuts down releases what it was sending', async () => {
  await add('test')
  await send('POST', '/webhooks/1/test')
  const stopping = new AbortController()
  answer = () => new Promise(() => {})
  const sending = sendDeliveries({ ...t.services, stopping: stopping.signal })
  await until(() => heard.length === 1)
  stopping.abort()
  await sending
  answer = () => new Response()
  await sendDeliveries(t.services)
  expect(await deliveries(1)).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('retry delays grow, and a longer Retry-After is respected', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tries) => pauseAfter(tries, undefined))).toEqual([
    5,
    300,
    1800,
    7200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    undefined,
  ])
  expect([pauseAfter(1, '120'), pauseAfter(2, '120'), pauseAfter(10, '120')]).toEqual([120, 300, undefined])
})

test('deliveries are deleted after 30 days', async () => {
  await add('test')
  await send('POST', '/webhooks/1/test')
  await send('POST', '/webhooks/1/test')
  await t.services.db
    .update(webhookDeliveries)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(sql`id = 1`)
  await sweepDeliveries(t.services.db)
  expect((await deliveries(1)).map(({ id }) => id)).toEqual([2])
})

// Without a server (TEST_DATABASE_URL) this is printed as skipped.
test.skipIf(!testServer)('a post can be published while another process deletes a webhook', async () => {
  const { id } = await add('post.published')
  const deleted = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { db } = t.services
  const deletion = db.transaction(async (tx) => {
    await deleteWebhook(tx, id)
    deleted.resolve()
    await release.promise
  })
  await deleted.promise
  const publication = send('POST', '/blog', postInput())
  await until(async () => (await countWaiting(db)) === 1)
  release.resolve()
  await deletion
  expect((await publication).status).toBe(201)
})
