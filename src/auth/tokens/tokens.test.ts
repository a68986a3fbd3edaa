import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createApi } from '#app/api/api'
import { insertSession } from '#auth/sessions/sessions'
import { createAdministrator } from '#auth/store'
import { idempotencyKeys } from '#platform/writes/table'
import { origin, testApi } from '#test/api'
import { testPipeline } from '#test/pipeline'
import { eventStream } from '#test/network/event-stream'
import { postInput } from '#test/inputs'
import { until } from '#test/waiting'
import type { NewApiToken } from './contract'
import { apiTokens } from './table'
import { createTokenUses } from './token-check'
import { isTokenText } from './token-text'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function make(input: object = {}, as = cookie): Promise<NewApiToken> {
  const { status, json } = await t.send('POST', '/api/tokens', {
    cookie: as,
    body: { name: 'Importer', scope: 'write', ...input },
  })
  expect(status).toBe(201)
  return json as NewApiToken
}
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const ask = (token: { token: string }, path = '/api/contact', method = 'GET', body?: unknown) =>
  t.send(method, path, { body, headers: bearer(token) })
const invalid = { status: 401, challenge: 'Bearer error="invalid_token"' }
const fate = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  challenge: headers.get('www-authenticate'),
})

describe('a token', () => {
  test('is shown once, stored as a hash, listed for all, and refused once it is deleted', async () => {
    const expiresAt = '2099-01-31T00:00:00.000Z'
    const { token, ...made } = await make({ name: '  Importer ', expiresAt: '2099-01-31T01:00:00+01:00' })
    const { id } = made
    expect(made).toEqual({
      id,
      name: 'Importer',
      scope: 'write',
      createdAt: expect.any(String),
      createdBy: { id: 1, username: 'ada' },
      expiresAt,
      lastUsedAt: null,
    })
    expect(token).toMatch(/^industria_[0-9A-Za-z]{49}$/)
    const [stored] = await t.services.db.select().from(apiTokens)
    expect(stored?.tokenHash).toBe(new Bun.CryptoHasher('sha256').update(token).digest('hex'))
    expect((await t.send('GET', '/api/tokens', { cookie })).json).toEqual([made])
    expect((await ask({ token })).status).toBe(200)
    await until(async () => {
      const { json } = await t.send('GET', '/api/tokens', { cookie })
      return (json as { lastUsedAt: string | null }[])[0]?.lastUsedAt !== null
    })

    expect((await t.send('DELETE', `/api/tokens/${id}`, { cookie })).status).toBe(204)
    expect(fate(await ask({ token }))).toEqual(invalid)
    expect((await t.send('DELETE', `/api/tokens/${id}`, { cookie })).status).toBe(404)
    expect((await t.send('DELETE', '/api/tokens/1e3', { cookie })).status).toBe(404)
    expect((await t.send('PUT', '/api/tokens', { cookie, body: {} })).status).toBe(405)
    const { json: activity } = await t.send('GET', '/api/activity?kind=token', { cookie })
    expect(activity).toMatchObject([
      { action: 'deleted', title: 'Importer', recordId: String(id), user: { username: 'ada' } },
      { action: 'created', title: 'Importer', recordId: String(id), device: '' },
    ])
  })

  test('is the same for a repeated request, and is not stored for the repeat', async () => {
    const repeat = () =>
      t.send('POST', '/api/tokens', {
        cookie,
        body: { name: 'Once', scope: 'read' },
        headers: { 'idempotency-key': 'k' },
      })
    const [first, second] = [(await repeat()).json as NewApiToken, (await repeat()).json as NewApiToken]
    expect(second).toEqual(first)
    expect((await ask(first)).status).toBe(200)
    expect(JSON.stringify(await t.services.db.select().from(idempotencyKeys))).not.toContain(first.token)
  })

  test('needs a name, a scope and, if it expires, a time in the future', async () => {
    const body = { name: 'x'.repeat(60), scope: 'read', expiresAt: null }
    expect((await t.send('POST', '/api/tokens', { cookie, body })).status).toBe(201)
    for (const [path, wrong] of [
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(61) }],
      ['name', { name: undefined }],
      ['scope', { scope: 'admin' }],
      ['scope', { scope: undefined }],
      ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
      ['expiresAt', { expiresAt: new Date().toISOString() }],
      ['expiresAt', { expiresAt: 'soon' }],
      ['expiresAt', { expiresAt: 4102444800000 }],
      ['expiresAt', { expiresAt: '+275760-09-13T00:00:00.000Z' }],
    ] as const) {
      const answer = await t.send('POST', '/api/tokens', { cookie, body: { ...body, ...wrong } })
      expect([wrong, answer.status, answer.json]).toEqual([
        wrong,
        422,
        expect.objectContaining({ issues: [{ path, message: expect.any(String) }] }),
      ])
    }
  })

  test('ends when it expires, and when its creator is removed', async () => {
    const { id } = await createAdministrator(t.services.db, { username: 'bob', password: 'a bicycle made of rain' })
    const { cookie: bob } = await insertSession(t.services.db, id, origin, undefined, true)
    const [his, hers] = [await make({ name: 'His' }, bob.split(';')[0]), await make({ name: 'Hers' })]
    expect([(await ask(his)).status, (await ask(hers)).status]).toEqual([200, 200])
    await t.send('DELETE', `/api/users/${id}`, { cookie })
    expect(fate(await ask(his))).toEqual(invalid)
    await t.services.db
      .update(apiTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(apiTokens.id, hers.id))
    expect(fate(await ask(hers))).toEqual(invalid)
    expect((await t.send('GET', '/api/tokens', { cookie })).json).toMatchObject([{ name: 'Hers' }])
  })

  test('acts in the name of its creator, without an origin check, and has idempotency keys of its own', async () => {
    const [token, other] = [await make({ name: 'Nightly' }), await make({ name: 'Other' })]
    const post = ({ token: text }: NewApiToken) =>
      t.send('POST', '/api/blog', {
        body: postInput({ title: 'By a program' }),
        headers: { ...bearer({ token: text }), origin: 'https://elsewhere.example', 'idempotency-key': 'k' },
      })
    const [first, again, others] = [await post(token), await post(token), await post(other)]
    expect([first.status, again.status, others.status]).toEqual([201, 201, 201])
    expect(again.json).toEqual(first.json)
    expect(others.json).not.toEqual(first.json)
    expect((await t.send('GET', '/api/activity?kind=post', { cookie })).json).toMatchObject([
      { action: 'created', user: { id: 1, username: 'ada' }, device: 'token Other' },
      { action: 'created', user: { id: 1, username: 'ada' }, device: 'token Nightly', address: '127.0.0.1' },
    ])
  })

  test('takes precedence over a cookie, and a stream that it opened ends with it', async () => {
    const { id } = await createAdministrator(t.services.db, { username: 'bob', password: 'a bicycle made of rain' })
    const bob = (await insertSession(t.services.db, id, origin, undefined, true)).cookie.split(';')[0] ?? ''
    const token = await make({ scope: 'read' })
    const asBoth = (path: string, method = 'GET', headers: object = bearer(token)) =>
      t.send(method, path, { cookie: bob, headers: { ...headers }, body: method === 'GET' ? undefined : {} })
    expect((await asBoth('/api/auth/check')).json).toEqual({ authenticated: true, user: { id: 1, username: 'ada' } })
    expect((await asBoth('/api/account')).status).toBe(403)
    expect((await asBoth('/api/blog', 'POST')).status).toBe(403)
    expect(fate(await asBoth('/api/account', 'GET', { authorization: 'Bearer x' }))).toEqual(invalid)

    const stream = eventStream(await t.api.handle(new Request(`${origin}/api/events`, { headers: bearer(token) })))
    expect(await stream.next()).toMatchObject({ event: 'hello' })
    await t.send('DELETE', `/api/tokens/${token.id}`, { cookie })
    expect(await stream.ends()).toBe(true)
  })

  test('has 600 requests in a minute', async () => {
    const [token, other] = [await make(), await make()]
    const count = createTokenUses(t.services)
    for (let hits = 0; hits < 600; hits++) count(token.id)
    expect(() => count(token.id)).toThrow(expect.objectContaining({ status: 429 }))
    expect(() => count(other.id)).not.toThrow()
  })

  test('shares this rate limit among all processes', async () => {
    const [token, other] = [await make(), await make()]
    const config = { ...t.services.config, databaseUrl: 'postgres://shared' }
    const [first, second] = [createApi({ ...t.services, config }), createApi({ ...t.services, config })]
    const hit = (api: typeof first, { token: text }: NewApiToken): Promise<Response> =>
      api.handle(new Request(`${origin}/api/block-types`, { headers: bearer({ token: text }) }))
    const row = eq(apiTokens.id, token.id)
    const isCounted = (hits: number) =>
      until(async () => (await t.services.db.select().from(apiTokens).where(row))[0]?.minuteHits === hits)

    expect((await hit(first, token)).status).toBe(200)
    await isCounted(1)
    await t.services.db.update(apiTokens).set({ minuteHits: 596 }).where(row)
    for (const [api, hits] of [
      [second, 597],
      [first, 598],
      [second, 599],
      [first, 600],
    ] as const) {
      expect([hits, (await hit(api, token)).status]).toEqual([hits, 200])
      await isCounted(hits)
    }
    const refused = await hit(first, token)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-6]?\d$/)])
    expect((await hit(first, other)).status).toBe(200)
    await t.services.db
      .update(apiTokens)
      .set({ minuteAt: sql`now() - interval '1 minute'` })
      .where(row)
    expect((await hit(createApi({ ...t.services, config }), token)).status).toBe(200)
    await isCounted(1)
  })
})

test('a text is a token only with a valid checksum', async () => {
  const { token } = await make()
  const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  expect([token, altered, token.slice(1), `${token}A`, ''].map(isTokenText)).toEqual([true, false, false, false, false])
})

test('an invalid token is refused on every route, cached responses included, and its answers are never cached', async () => {
  const door = await testPipeline()
  try {
    await door.publish('first')
    const session = await door.signIn()
    const sent = await door.ask('/api/tokens', {
      method: 'POST',
      headers: { cookie: session, origin: 'http://acme.test', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Reader', scope: 'read' }),
    })
    const { token } = (await sent.json()) as NewApiToken
    const kept = await door.ask('/api/blog')
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const body = await kept.text()

    const unknown = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    for (const authorization of [
      'Bearer',
      'bearer ',
      'Bearer x',
      'BEARER  x y',
      `Bearer ${unknown}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Basic YTpi`,
      `Basic YTpi, Bearer ${token}`,
      `Bearer industria_${'0'.repeat(49)}`,
      'Bearer "quoted"',
      `Bearer: ${token}`,
    ])
      for (const path of ['/api/blog', '/api/blog/first', '/api/auth/check', '/api/contact', '/api/nothing', '/api']) {
        const answer = await door.ask(path, { headers: { authorization, cookie: session } })
        expect([authorization, path, fate(answer)]).toEqual([authorization, path, invalid])
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }

    const held = door.kept.count
    for (const path of ['/api/blog', '/api/blog?limit=1', '/api/search?q=first']) {
      const answer = await door.ask(path, { headers: { authorization: `bearer ${token}` } })
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      if (path === '/api/blog') expect(await answer.text()).toBe(body)
    }
    expect(door.kept.count).toBe(held)
    expect((await door.ask('/api/blog?status=all', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await door.ask('/api/blog', { headers: { authorization: 'Basic YTpi' } })).status).toBe(200)
    expect((await door.ask('/blog/', { headers: { authorization: 'Bearer x' } })).status).toBe(200)
    expect(door.access.at(-5)).toMatchObject({ user: 1 })
  } finally {
    await door.close()
  }
})
