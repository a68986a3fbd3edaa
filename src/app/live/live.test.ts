import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApi } from '#app/api/api'
import { createServices } from '#app/services'
import { insertSession } from '#auth/sessions/sessions'
import { addUser, createFirstAdministrator } from '#auth/store'
import { sessions } from '#auth/table'
import { createChanges, withChanges } from '#platform/events/changes'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import { post } from '#platform/mail/outbox'
import { outbox } from '#platform/mail/table'
import { commitAs, commitWork } from '#platform/writes/commit'
import { jobs } from '#app/jobs'
import { media } from '#features/media/table'
import { cookieOf, origin, testApi } from '#test/api'
import { quietChannel } from '#test/screens/channel'
import { eventStream } from '#test/network/event-stream'
import { messageInput, postInput } from '#test/inputs'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { until } from '#test/waiting'
import { createStreams } from './streams'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
const open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})
afterAll(() => t.close())

const ask = (headers: Record<string, string> = { cookie }, query = '') =>
  t.api.handle(new Request(`${origin}/api/events${query}`, { headers }))

async function listen(headers: Record<string, string> = {}, as = cookie) {
  const stream = eventStream(await ask({ cookie: as, ...headers }))
  open.push(stream)
  return stream
}

const writeMessage = (changes: object = {}) =>
  t.send('POST', '/api/contact', { body: { ...messageInput(), ...changes } })
const save = (title: string) => t.send('POST', '/api/blog', { cookie, body: postInput({ title, slug: '' }) })

describe('an event stream', () => {
  test('starts with the counts, and gets every change with the new ones', async () => {
    await writeMessage()
    const stream = await listen()
    const [hello] = await stream.take(1)
    expect(hello).toMatchObject({ event: 'hello', data: { unread: 1, failed: 0 } })
    await writeMessage()
    await t.send('PUT', '/api/contact/1', { cookie, body: { read: true } })
    await t.send('POST', '/api/waitlist', { body: { email: 'bob@example.com' } })
    await save('First')
    await t.send('PUT', '/api/blog/1/draft', { cookie, body: postInput({ title: 'Second' }) })
    await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: '{}' } })
    const heard = await stream.take(6)
    expect(heard.map(({ event, data }) => [event, data])).toEqual(
      [
        ['message', 'created', 2],
        ['message', 'updated', 1],
        ['subscriber', 'created', 1],
        ['post', 'created', 1],
        ['post', 'updated', 1],
        ['page', 'created', 'about'],
      ].map(([kind, action, id]) => [
        'change',
        { kind, action, id, unread: expect.any(Number) as unknown as number, failed: 0 },
      ]),
    )
    expect(heard.at(-1)?.data).toMatchObject({ unread: 1 })
    const ids = heard.map(({ id }) => id)
    expect([new Set(ids).size, ids.every((id) => id !== '')]).toEqual([6, true])
  })

  test('gets nothing for failed writes, and for spam', async () => {
    const stream = await listen()
    await stream.take(1)
    await writeMessage({ website: 'x' })
    await writeMessage({ email: 'nobody' })
    await t.send('POST', '/api/login', { body: { username: 'ada', password: 'wrong wrong wrong' } })
    await save('Told')
    expect((await stream.next())?.data).toMatchObject({ kind: 'post', unread: 0 })
  })

  test('gets an event when the uses of a library item change, and not while they stay the same', async () => {
    await t.services.db.insert(media).values({
      hash: 'one',
      name: 'one.png',
      addressName: 'one.png',
      mime: 'image/png',
      bytes: 1,
    })
    const stream = await listen()
    await stream.take(1)
    const put = (changes: object) => t.send('PUT', '/api/blog/1', { cookie, body: postInput(changes) })
    const told = async (count: number) =>
      (await stream.take(count)).map(({ data: { kind, action, id } }) => [kind, action, id])
    await t.send('POST', '/api/blog', { cookie, body: postInput({ imageUrl: '/media/1/one.png' }) })
    const used = ['media', 'updated', 1]
    expect(await told(2)).toEqual([['post', 'created', 1], used])
    await put({ imageUrl: '/media/1/one.png', excerpt: 'More' })
    await put({})
    expect(await told(3)).toEqual([['post', 'updated', 1], ['post', 'updated', 1], used])
    await t.services.db.execute(sql`update posts set image_url = '/media/1/one.png', version = version + 1`)
    const job = jobs.find(({ name }) => name === 'index media uses')!
    if ('runInEach' in job) await job.runInEach(t.services)
    expect(await told(1)).toEqual([used])
  })

  test('gets an event for a queued mail, and for its result', async () => {
    const stream = await listen()
    await stream.take(1)
    const letter = { subject: 'Hello', text: '', html: '' }
    await commitWork(t.services, { is: 'system' }, (tx) =>
      post(tx, t.services.config, { kind: 'message', to: ['bob@acme.example'], letter }),
    )
    expect((await stream.next())?.data).toMatchObject({ kind: 'mail', action: 'created', id: 1 })
    await t.services.db.update(outbox).set({ state: 'failed' })
    await t.send('POST', '/api/outbox/1/retry', { cookie })
    expect((await stream.next())?.data).toMatchObject({ kind: 'mail', action: 'updated', id: 1, failed: 0 })
  })

  test('gets the events of jobs', async () => {
    await writeMessage()
    await t.send('PUT', '/api/settings', { cookie, body: { messagesKeptDays: 1 } })
    await t.services.db.execute(sql`update contact_messages set submitted_at = now() - interval '2 days'`)
    const stream = await listen()
    expect((await stream.next())?.data).toEqual({ unread: 1, failed: 0 })
    const sweep = jobs.find(({ name }) => name === 'sweep messages')!
    if ('run' in sweep) await withChanges(t.services, (tx) => sweep.run(tx))
    else await sweep.runInEach(t.services)
    expect((await stream.next())?.data).toEqual({ kind: 'message', action: 'deleted', id: 1, unread: 0, failed: 0 })
  })

  test('gets one event for everything after a restore', async () => {
    const stream = await listen()
    await stream.take(1)
    await commitAs(
      t.services,
      { is: 'system' },
      () => ({ kind: 'site', action: 'updated', id: null }),
      async () => {},
    )
    expect(await stream.next()).toMatchObject({ event: 'reset', data: { unread: 0, failed: 0 } })
  })

  test('gets a comment now and then, so that no proxy closes it', async () => {
    const streams = createStreams(t.services, async () => ({ unread: 0, failed: 0 }), { beat: 50 })
    const { id: session, userId: user } = (await t.services.db.select().from(sessions))[0]!
    const stream = eventStream(new Response(await streams.start({ session, user }, null)))
    open.push(stream)
    await stream.take(1)
    expect([await stream.nextBlock(10_000), await stream.nextBlock(10_000)]).toEqual([':', ':'])
  })
})

describe('of one person', () => {
  test('there are 20 streams at most, and a closed one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask()))
    const taken = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    const streams = taken.map(eventStream)
    open.push(...streams)
    for (const stream of streams) expect((await stream.next())?.event).toBe('hello')
    const another = await t.signIn()
    const refused = await ask({ cookie: another })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
    await streams[0]?.close()
    expect((await listen({}, another).then((stream) => stream.next()))?.event).toBe('hello')
  })

  test('streams do not count for others', async () => {
    for (let count = 0; count < 20; count++) await listen()
    expect((await ask()).status).toBe(429)
    const { id } = await addUser(t.services.db, { username: 'grace', passwordHash: 'x' })
    const session = await insertSession(t.services.db, id, origin)
    expect((await (await listen({}, session.cookie.split(';')[0])).next())?.event).toBe('hello')
  })
})

test('a stream without NOTIFY gets the events of its own process, and the counts changed by others', async () => {
  const channel = quietChannel({ isListening: () => false, listenError: () => 'A pooler' })
  const services = createServices({ ...t.services, changes: createChanges({ channel, announces: false }) })
  const api = createApi(services)
  const stream = eventStream(await api.handle(new Request(`${origin}/api/events`, { headers: { cookie } })))
  open.push(stream)
  await stream.take(1)
  await api.handle(
    new Request(`${origin}/api/contact`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(messageInput()),
    }),
  )
  expect(await stream.next()).toMatchObject({ event: 'change', data: { kind: 'message', unread: 1 } })
  await t.services.db.execute(sql`update contact_messages set read = true`)
  expect(await stream.next()).toMatchObject({ event: 'reset', data: { unread: 0 } })
})

describe('a connection that was lost', () => {
  test('resumes with the missed events', async () => {
    const stream = await listen()
    await stream.take(1)
    await save('Heard')
    const [last] = await stream.take(1)
    await stream.close()
    await save('Missed')
    await writeMessage()
    for (const again of [
      await listen({ 'last-event-id': last!.id }),
      eventStream(await ask({ cookie }, `?after=${last!.id}`)),
    ]) {
      expect(await again.next()).toMatchObject({ event: 'hello', id: last!.id, data: { unread: 1 } })
      expect((await again.take(2)).map(({ data }) => `${String(data.kind)} ${String(data.id)}`)).toEqual([
        'post 2',
        'message 1',
      ])
      await again.close()
    }
  })

  test('resumes from its first message too, where nothing had happened yet', async () => {
    const stream = await listen()
    const [hello] = await stream.take(1)
    await stream.close()
    await save('Missed')
    const again = await listen({ 'last-event-id': hello!.id })
    expect((await again.take(2)).map(({ event }) => event)).toEqual(['hello', 'change'])
  })

  test.each(['nobody-1', 'x'.repeat(5000), '17'])('is told to start over at %.20s', async (id) => {
    await save('Missed')
    const stream = await listen({ 'last-event-id': id })
    const [hello, reset] = await stream.take(2)
    expect([hello?.event, reset?.event]).toEqual(['hello', 'reset'])
    await save('Heard')
    expect((await stream.next())?.data).toMatchObject({ kind: 'post', action: 'created', id: 2 })
  })
})

describe('a slow reader', () => {
  test('blocks nothing, and is told to start over when it reads again', async () => {
    const stream = await listen()
    const quick = await listen()
    await Promise.all([stream.take(1), quick.take(1)])
    for (let turn = 0; turn < 3000; turn++)
      await t.services.changes.announce(t.services.db, [
        { id: `t-${turn}`, change: { kind: 'post', action: 'updated', id: turn } },
      ])
    const heard = await quick.take(1)
    expect(['change', 'reset']).toContain(heard[0]!.event)
    let last = await stream.next()
    const events = [last]
    while (last && last.data.id !== 2999 && last.event !== 'reset') {
      last = await stream.next()
      events.push(last)
    }
    expect([events.length < 2100, events.some((event) => event?.event === 'reset')]).toEqual([true, true])
  })
})

describe('the stream ends with its session', () => {
  test('when its owner logs out', async () => {
    const stream = await listen()
    await stream.take(1)
    await t.send('POST', '/api/logout', { cookie })
    expect(await stream.ends()).toBe(true)
    expect((await ask()).status).toBe(401)
  })

  test('when it is revoked, alone or with the others, and with a new password', async () => {
    const one = await t.signIn()
    const stream = await listen({}, one)
    const own = await listen()
    await Promise.all([stream.take(1), own.take(1)])
    const listed = (await t.send('GET', '/api/sessions', { cookie })).json as { id: number; current: boolean }[]
    await t.send('DELETE', `/api/sessions/${listed.find(({ current }) => !current)!.id}`, { cookie })
    expect(await stream.ends()).toBe(true)
    const two = await listen({}, await t.signIn())
    await two.take(1)
    await t.send('DELETE', '/api/sessions', { cookie })
    expect(await two.ends()).toBe(true)
    const changed = await t.send('PUT', '/api/account', {
      cookie,
      body: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
    })
    expect([changed.status, cookieOf(changed) === cookie, await own.ends()]).toEqual([200, false, true])
  })

  test('when it expires, or is deleted', async () => {
    const stream = await listen()
    await stream.take(1)
    await t.services.db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await stream.ends()).toBe(true)
  })

  test('when the process is shutting down', async () => {
    const stopping = new AbortController()
    const api = createApi(createServices({ ...t.services, stopping: stopping.signal }))
    const answer = await api.handle(new Request(`${origin}/api/events`, { headers: { cookie } }))
    const stream = eventStream(answer)
    await stream.take(1)
    stopping.abort()
    expect(await stream.ends()).toBe(true)
  })
})

test('without a session it is refused, and no proxy may cache or buffer the stream', async () => {
  expect((await ask({})).status).toBe(401)
  expect((await t.send('POST', '/api/events', { cookie })).status).toBe(405)
  const head = await t.api.handle(new Request(`${origin}/api/events`, { method: 'HEAD', headers: { cookie } }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const answer = await ask()
  open.push(eventStream(answer))
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

describe.skipIf(!testServer)('processes that share a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(() => server.drop())

  const log = createLog('silent', false)

  async function machine() {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, log, migrateDatabase)
    const { channel } = database
    const services = createServices({
      config: t.services.config,
      db: database.db,
      cacheTags: createCacheTags({ channel }),
      changes: createChanges({ channel }),
      log,
    })
    return { services, api: createApi(services), ...database }
  }

  /** Resolves when all of them know a common position in the order. */
  async function met(...machines: Awaited<ReturnType<typeof machine>>[]) {
    const known = machines.map(({ services }) => {
      const ids = new Set<string>()
      services.changes.subscribe((entries) => entries.forEach(({ id }) => ids.add(id)))
      return ids
    })
    let turn = 0
    await until(async () => {
      for (const { services, db } of machines)
        await services.changes.announce(db, [{ id: `met-${turn++}`, change: 'none' }])
      return [...known[0]!].some((id) => known.every((ids) => ids.has(id)))
    })
  }

  test("get each other's events, in one order, and resume streams of each other", async () => {
    const here = await machine()
    const there = await machine()
    const { id } = await createFirstAdministrator(here.db, 'ada', 'no hash')
    const session = (await insertSession(here.db, id, origin)).cookie.split(';')[0]!
    await met(here, there)
    const events = async (at: typeof here, headers: Record<string, string> = {}) => {
      const stream = eventStream(
        await at.api.handle(new Request(`${origin}/api/events`, { headers: { cookie: session, ...headers } })),
      )
      open.push(stream)
      return stream
    }
    const contact = (at: typeof here) =>
      at.api.handle(
        new Request(`${origin}/api/contact`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify(messageInput()),
        }),
      )
    const [a, b] = [await events(here), await events(there)]
    const [hello] = await a.take(1)
    await b.take(1)
    expect((await contact(here)).status).toBe(201)
    expect((await b.next())?.data).toMatchObject({ kind: 'message', action: 'created', id: 1, unread: 1 })
    await Promise.all(Array.from({ length: 20 }, (_, index) => contact(index % 2 === 0 ? here : there)))
    const [ofA, ofB] = [await a.take(21), await b.take(20)]
    expect(ofA.slice(1).map((event) => event.id)).toEqual(ofB.map((event) => event.id))
    expect(ofB.at(-1)?.data).toMatchObject({ unread: 21 })
    const again = await events(there, { 'last-event-id': hello!.id })
    expect((await again.take(22)).map((event) => event.id)).toEqual([hello!.id, ...ofA.map((event) => event.id)])

    await there.withDedicatedConnection((db) =>
      db.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    )
    expect(await again.next()).toMatchObject({ event: 'reset', data: { unread: 21 } })
    await here.withDedicatedConnection((db) => db.execute(sql`delete from sessions`))
    expect(await Promise.all([a, b, again].map((stream) => stream.ends()))).toEqual([true, true, true])
    await Promise.all([here.close(), there.close()])
  }, 30_000)
})
