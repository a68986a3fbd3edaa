import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApi } from '#app/api/api'
import { documentedRoutes } from '#app/api/openapi'
import { features } from '#app/features'
import { isAdminGuard } from '#auth/admin-only'
import { languages } from '#i18n/language'
import { anonymousRequests } from '#test/anonymous-requests'
import { postInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'
import { until } from '#test/waiting'
import { siteRoutes } from '#site/routes'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(fill)
afterAll(() => t.close())

async function fill() {
  t = await testPipeline()
  const headers = { cookie: await t.signIn(), origin: 'http://acme.test', 'content-type': 'application/json' }
  const body = JSON.stringify(postInput({ slug: 'measuring', title: 'Measuring models' }))
  expect((await t.ask('/api/blog', { method: 'POST', headers, body })).status).toBe(201)
}

/** Starts a transaction on the only connection of the embedded database; the result ends it. */
async function occupyDatabase(): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = t.services.db.transaction(async () => {
    started.resolve()
    await end.promise
  })
  await started.promise
  return () => {
    end.resolve()
    return transaction
  }
}

/** More than the limit of one address, which regains some requests every second: on a slow machine it takes more of them. */
const flood = 420
const longestFlood = 3000
const from = (count: number) => `203.0.113.${count}`

/** The number of requests of one address that were answered before the first 429, and that response. */
async function untilRefused(client: string, ask: (turn: number) => Promise<Response>, most = longestFlood) {
  for (let turn = 0; turn < most; turn++) {
    const answer = await ask(turn)
    await answer.body?.cancel()
    if (answer.status === 429) return { turn, retryAfter: Number(answer.headers.get('retry-after')), client }
  }
  return undefined
}

const form = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://acme.test' },
})

/** Requests of which any number are different, and whose responses are made for each visitor. */
const made: [what: string, path: (turn: number) => string, init?: ReturnType<typeof form>][] = [
  ['a search page', (turn) => `/search/?q=model+${turn}`],
  ['a Spanish search page', (turn) => `/es/search/?q=model+${turn}`],
  ['a search', (turn) => `/api/search?q=model+${turn}`],
  ['a search of the same words', (turn) => `/api/search?q=model&n=${turn}`],
  ['a contact page with a subject', (turn) => `/contact/?subject=${turn}`],
  ['a part of a list', (turn) => `/api/blog?limit=100&offset=${turn}`],
  ['a part of the projects', (turn) => `/api/projects?limit=99&offset=${turn}`],
  ['an invalid form', () => '/', form('email=nobody')],
  ['an invalid message', () => '/contact/', form('name=Ada&email=nobody')],
]

describe('a response that is made for a visitor', () => {
  for (const [index, [what, path, init]] of made.entries())
    test(`is limited for one address, and not for others: ${what}`, async () => {
      const client = from(index)
      const refused = await untilRefused(client, (turn) => t.ask(path(turn), { ...init, from: client }))
      expect(refused).toEqual({ turn: expect.any(Number), retryAfter: expect.any(Number), client })
      expect(refused?.retryAfter).toBeGreaterThan(0)
      expect((await t.ask(path(-1), { ...init, from: '198.51.100.1' })).status).not.toBe(429)
      // What is cached is never refused.
      expect((await t.ask('/blog/measuring/', { from: client })).status).toBe(200)
      expect((await t.ask('/blog/?n=1', { from: client })).status).toBe(200)
      expect((await t.ask('/api/blog?n=1', { from: client })).status).toBe(200)
    }, 60_000)

  test('waits in a short queue', async () => {
    // What all pages read is cached by it, so that nothing but the searches waits for the database.
    expect((await t.ask('/search/?q=before', { from: from(100) })).status).toBe(200)
    // However slowly the searches arrive, none has its response before the last one has arrived.
    const release = await occupyDatabase()
    const waiting = new Set(Array.from({ length: 150 }, (_, turn) => turn))
    const asked = [...waiting].map(async (turn) => {
      const { status } = await t.ask(`/search/?q=queue+${turn}`, { from: from(100 + turn) })
      waiting.delete(turn)
      return status
    })
    await until(() => waiting.size <= 44)
    await release()
    const statuses = await Promise.all(asked)
    // Four that are made at a time, and forty that wait.
    expect(statuses.filter((status) => status === 200)).toHaveLength(44)
    expect(statuses.filter((status) => status === 503)).toHaveLength(106)
    expect((await t.ask('/search/?q=model', { from: from(200) })).status).toBe(200)
  })

  test('takes one place of the queue for all who request the same page at once', async () => {
    const paths = Array.from({ length: 120 }, () => '/contact/?subject=spring+offer')
    const asked = paths.map((path, turn) => t.ask(path, { from: from(100 + turn) }))
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('does not keep the owner behind the same address from logging in', async () => {
    const client = from(90)
    expect(await untilRefused(client, (turn) => t.ask(`/api/search?q=model&n=${turn}`, { from: client }))).toBeDefined()
    const statuses = (path: string) =>
      Promise.all(Array.from({ length: 100 }, async () => (await t.ask(path, { from: client })).status))
    for (const path of ['/api/auth/check', '/api/auth/setup', '/api/auth/check?n=1', '/admin/'])
      expect([path, ...new Set(await statuses(path))]).toEqual([path, 200])
  })

  test('is not limited with THROTTLE=0', async () => {
    const open = await testPipeline({ config: { throttle: false } })
    const refused = await untilRefused('', (turn) => open.ask(`/api/search?q=model&n=${turn}`), flood)
    expect(refused).toBeUndefined()
    await open.close()
  }, 60_000)
})

describe('names that a page does not read', () => {
  // Another site has emptied the database that tests share.
  beforeAll(fill)

  test('make no page and no public data anew', async () => {
    const reads = [
      '/',
      '/blog/',
      '/es/blog/measuring/',
      '/contact/',
      '/search/',
      '/api/blog',
      '/api/blog/measuring',
      '/api/site',
    ]
    for (const path of reads) {
      expect([path, (await t.ask(path)).status]).toEqual([path, 200])
      const { misses } = t.kept
      for (let turn = 0; turn < 5; turn++)
        for (const query of [`n=${turn}`, `utm_source=${turn}&x`, `__proto__=${turn}`, `%zz=${turn}&&`])
          expect([path, query, (await t.ask(`${path}?${query}`)).status]).toEqual([path, query, 200])
      expect([path, t.kept.misses]).toEqual([path, misses])
    }
    const { misses } = t.kept
    await t.ask('/api/blog?limit=3')
    await t.ask('/api/blog?n=1&limit=3&m=2')
    expect(t.kept.misses).toBeLessThanOrEqual(misses + 1)
  })

  test('show the same page of a search, also with the names of others', async () => {
    const text = async (path: string) => (await t.ask(path)).text()
    const page = await text('/search/?q=measuring')
    expect(page).toContain('<mark>Measuring</mark> models')
    expect(await text('/search/?n=5&q=measuring&utm_source=x')).toBe(page)
  })
})

describe('the table of anonymous requests', () => {
  const named = new Set(anonymousRequests.map(({ route }) => route))

  test('has every public route of the API', () => {
    const open = documentedRoutes(createApi(t.services)).filter(
      ({ hooks }) => !(hooks.parse ?? []).some(({ fn }) => isAdminGuard(fn)),
    )
    expect(open.length).toBeGreaterThan(20)
    const missing = open.map(({ method, path }) => `${method} ${path}`).filter((route) => !named.has(route))
    expect(missing).toEqual([])
  })

  test('has every page, form, mailed page and feed', () => {
    const paths = [
      ...siteRoutes.map(({ path }) => path),
      ...features.flatMap(({ api }) => api?.mailedPages ?? []).map(({ path }) => path),
    ]
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !named.has(path))).toEqual([])
    const forms = features.flatMap(({ api }) => api?.forms ?? []).map(({ path }) => `POST ${path}`)
    expect(forms.filter((path) => !named.has(path))).toEqual([])
    const feeds = anonymousRequests.filter(({ route }) => route === 'feed').map(({ what }) => what)
    expect(feeds).toEqual(expect.arrayContaining([...languages]))
  })

  test('is answered without a fault, each request of it', async () => {
    const open = await testPipeline({ config: { throttle: false } })
    for (const { route, what, make } of anonymousRequests) {
      const { path, init } = make(7)
      const headers: Record<string, string> = {
        origin: 'http://acme.test',
        ...(init?.headers as Record<string, string> | undefined),
      }
      const answer = await open.ask(path.replace('{post}', 'measuring'), {
        method: init?.method,
        body: init?.body as string | undefined,
        headers,
        host: headers.host ?? 'acme.test',
      })
      await answer.body?.cancel()
      expect([route, what, answer.status < 500 || answer.status === 503]).toEqual([route, what, true])
    }
    await open.close()
  }, 60_000)
})
