import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertSession } from '#auth/sessions/sessions'
import { createFirstAdministrator, ensureSetupCode, findUser } from '#auth/store'
import { sessions } from '#auth/table'
import { setOrigin } from '#platform/http/request-facts'
import { contentTables } from '#app/content/site-content'
import { administrator, origin, testApi } from '#test/api'
import { recordKinds } from '#features/kinds'
import { sampleRecord } from '#test/content/sample-record'
import { messageInput, postInput, projectInput } from '#test/inputs'
import { documentedRoutes } from './openapi'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
  await t.send('POST', '/api/blog', { cookie, body: postInput() })
  await t.send('POST', '/api/projects', { cookie, body: projectInput() })
  await t.send('POST', '/api/contact', { body: messageInput() })
})
afterAll(() => t.close())

/** Public routes; all others, present and future, need a session. */
const open = [
  'GET /api/auth/check',
  'GET /api/auth/setup',
  'POST /api/login',
  'POST /api/login/second-factor',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/invitations/accept',
  'POST /api/password-resets',
  'POST /api/password-resets/accept',
  ...recordKinds.flatMap(({ api }) => [`GET /api${api}`, `GET /api${api}/:key`]),
  'GET /api/blog/:key/around',
  'GET /api/blog-categories',
  'GET /api/page-contents/people',
  'GET /api/projects/:key/next',
  'GET /api/projects/featured',
  'GET /api/search',
  'GET /api/search/size',
  'GET /api/page-contents/:page',
  'GET /api/site',
  'POST /api/waitlist',
  'POST /api/contact',
  'POST /api/visits',
]

/** A valid body for each route. */
const bodies: Record<string, unknown> = {
  ...Object.fromEntries(
    recordKinds.flatMap((kind) => [
      [`POST /api${kind.api}`, sampleRecord(kind, { title: 'Another' })],
      [`PUT /api${kind.api}/:key`, sampleRecord(kind, { title: 'Changed' })],
    ]),
  ),
  'POST /api/login': administrator,
  'POST /api/page-contents': { page: 'home', content: '{}' },
  'POST /api/waitlist': { email: 'bob@example.com' },
  'POST /api/privacy/export': { email: 'bob@example.com' },
  'POST /api/privacy/erase': { email: 'bob@example.com' },
  'POST /api/contact': messageInput(),
  'PUT /api/contact/:id': { read: true },
  'POST /api/contact/:id/replies': { body: 'We would love to.' },
}

/** Routes that take files, with errors of their own. */
const uploads = ['POST /api/media', 'POST /api/media/:id/file', 'POST /api/restores', 'POST /api/imports']

/** The routes whose records are there. */
const there = [
  '/api/blog/:key',
  '/api/projects/:key',
  '/api/contact/:id',
  '/api/users/:id',
  '/api/sessions/:id',
  '/api/presence/:window',
]

/** Routes that accept any body: the first is closed after registration, the second ignores foreign ones. */
const takers = ['POST /api/register', 'POST /api/visits']

const routes = () =>
  documentedRoutes(t.api).map(({ method, path }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replaceAll(/:\w+/g, '1'),
  }))
const mutations = () => routes().filter(({ method }) => method !== 'GET')

/** All stored data of visitors and administrators as one text; of sessions only the number. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    Object.values(contentTables).map(async ({ table }) => [
      getTableName(table),
      await t.services.db
        .select()
        .from<PgTable>(table)
        .orderBy(sql`1`),
    ]),
  )
  return JSON.stringify([...rows, await t.services.db.$count(sessions)])
}

test('every route that is not public needs a valid session, whatever the body', async () => {
  const guarded = routes().filter(({ name }) => !open.includes(name))
  expect(guarded.length).toBeGreaterThanOrEqual(11)
  expect(open.filter((name) => !routes().some((route) => route.name === name))).toEqual([])

  const user = await findUser(t.services.db, administrator.username)
  const expired = (await insertSession(t.services.db, user?.id ?? 0, origin)).cookie.split(';')[0] ?? ''
  await t.services.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(sql`${sessions.id} = (select id from sessions order by created_at desc limit 1)`)
  const before = await everything()

  for (const { name, method, path } of guarded) {
    for (const stranger of [undefined, `industria-session=${'A'.repeat(43)}`, expired]) {
      for (const body of method === 'GET' ? [undefined] : [bodies[name], '{', 'x'.repeat(1_100_000)]) {
        const answer = await t.send(method, path, { body, cookie: stranger })
        expect([name, answer.status, answer.json]).toEqual([name, 401, { message: 'Please log in' }])
      }
    }
  }
  expect(await everything()).toBe(before)
})

test('every public route refuses a body of more than 64 KB before it is parsed, also in a session', async () => {
  /** Closed after registration, ignoring what is no visit, and without a body. */
  const others = ['POST /api/register', 'POST /api/visits', 'POST /api/logout']
  const readers = mutations().filter(({ name }) => open.includes(name) && !others.includes(name))
  expect(readers.length).toBeGreaterThanOrEqual(8)
  for (const { name, method, path } of readers) {
    for (const own of [undefined, cookie]) {
      const answer = await t.send(method, path, { body: '{'.padEnd(65_537), cookie: own })
      expect([name, answer.status, answer.json]).toEqual([name, 413, { message: 'The body is too large' }])
      expect([name, (await t.send(method, path, { body: '{'.padEnd(65_536), cookie: own })).status]).toEqual([
        name,
        400,
      ])
    }
  }
  for (const name of others) expect(mutations().map((route) => route.name)).toContain(name)
})

describe('a cross-site request', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
    { origin: 'https://localhost' },
    { origin: 'http://localhost.evil.example' },
    { origin: '' },
    { origin, 'sec-fetch-site': 'cross-site' },
    { origin, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  test('changes nothing, on any route', async () => {
    const before = await everything()
    for (const { name, method, path } of mutations()) {
      for (const headers of foreign) {
        const answer = await t.send(method, path, { cookie, body: bodies[name], headers })
        expect([name, headers, answer.status]).toEqual([name, headers, 403])
      }
    }
    expect(await everything()).toBe(before)
    expect((await t.send('GET', '/api/contact', { cookie })).status).toBe(200)
  })

  test('is detected by the origin that the request pipeline determined, not by the URL', async () => {
    const ask = (from: string) => {
      const request = new Request(`${origin}/api/logout`, { method: 'POST', headers: { origin: from } })
      setOrigin(request, 'https://example.com')
      return t.api.handle(request)
    }
    expect([(await ask('https://example.com')).status, (await ask(origin)).status]).toEqual([204, 403])
  })

  test('may read: that is what public lists are for', async () => {
    expect((await t.send('GET', '/api/blog', { headers: foreign[0] })).status).toBe(200)
  })
})

test('no route accepts a body of another content type', async () => {
  const types = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain;charset=UTF-8',
  ]
  const before = await everything()
  for (const { name, method, path } of mutations().filter((route) => !takers.includes(route.name))) {
    for (const type of types) {
      const answer = await t.send(method, path, {
        cookie,
        body: JSON.stringify(bodies[name] ?? {}),
        headers: { 'content-type': type },
      })
      const isBroken = uploads.includes(name) && type.startsWith('multipart/')
      // An unknown id is reported before the content type (`unknown-ids.test.ts`).
      const isUnknown = name.includes('/:') && !there.some((known) => name.includes(known))
      expect([name, type, answer.status]).toEqual([name, type, isUnknown ? 404 : isBroken ? 400 : 415])
    }
  }
  expect(await everything()).toBe(before)
})

test('registration accepts no body of another content type, while it is open', async () => {
  await t.reset()
  const setupCode = await ensureSetupCode(t.services.db)
  const answer = await t.send('POST', '/api/register', {
    body: JSON.stringify({ ...administrator, setupCode }),
    headers: { 'content-type': 'text/plain' },
  })
  expect(answer.status).toBe(415)
  expect(await createFirstAdministrator(t.services.db, 'ada', 'x')).toMatchObject({ id: 1 })
})
