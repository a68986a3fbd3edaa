import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { idempotencyKeys } from '#platform/writes/table'
import { sweepPreviews } from '#records/preview/preview-links'
import { previews } from '#records/table'
import { testPipeline } from '#test/pipeline'
import { postInput, projectInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  t.services.notFoundHits.take()
  cookie = await t.signIn()
})
afterAll(() => t.close())

type Link = { url: string; token: string; expiresAt: string; issues?: { path: string }[] }

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await t.ask(path, {
    method,
    headers: {
      cookie,
      origin: 'http://acme.test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Link & Record<string, unknown> }
}

async function link(body: object): Promise<Link> {
  const { status, json } = await send('POST', '/api/previews', { kind: 'post', language: 'en', values: {}, ...body })
  expect([status, json]).toEqual([
    201,
    {
      url: `http://acme.test/preview/${json.token}/`,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.any(String),
    },
  ])
  return json
}

const show = async ({ token }: { token: string }, headers = {}) => {
  const response = await t.ask(`/preview/${token}/`, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const headOf = (html: string) =>
  [
    ...html.matchAll(
      /<title>.*?<\/title>|<meta (?:name|property)="(?!viewport|theme|robots|article:modified_time)[^>]*>|<link rel="canonical"[^>]*>/g,
    ),
  ].map(([tag]) => tag)
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0]

describe('a preview link', () => {
  test('shows the page as publishing would: the same head, the same body', async () => {
    const values = postInput({
      title: 'Not yet',
      slug: 'not-yet',
      content: '<h2>Part</h2><p>Text</p>',
      publishedAt: '2026-03-02T09:00:00.000Z',
      metadata: { title: 'Told to searches' },
    })
    const shown = await show(await link({ values }))
    expect(shown.status).toBe(200)
    expect((await t.ask('/blog/not-yet/')).status).toBe(404)
    expect((await send('POST', '/api/blog', values)).status).toBe(201)
    const published = await (await t.ask('/blog/not-yet/')).text()
    expect(headOf(shown.html)).toEqual(headOf(published))
    expect(headOf(published).join('')).toContain('rel="canonical" href="http://acme.test/blog/not-yet/"')
    expect(mainOf(shown.html)).toBe(mainOf(published))
    expect(mainOf(shown.html)).toContain('Part</h2>')
  })

  test('needs no session, whatever the cookies, and has the language it was created in', async () => {
    const values = {
      title: 'A draft',
      content: '<p>Body</p>',
      translations: { es: { title: 'Un borrador', content: '<p>Cuerpo</p>' } },
    }
    for (const headers of [{}, { cookie }, { cookie: 'industria-language=en' }]) {
      const { html } = await show(await link({ values, language: 'es' }), headers)
      for (const part of ['<html lang="es">', '<h1>Un borrador</h1>', '<p>Cuerpo</p>', 'Vista previa'])
        expect(html).toContain(part)
    }
  })

  test('is marked, not indexed, not cached, and sends no referrer', async () => {
    const { html, headers } = await show(await link({ values: { title: 'A draft' } }))
    expect(html).toContain('<body><p class="preview-mark" role="note">Preview')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
    expect(
      ['x-robots-tag', 'cache-control', 'referrer-policy', 'x-frame-options'].map((name) => headers.get(name)),
    ).toEqual(['noindex', 'no-store', 'no-referrer', 'SAMEORIGIN'])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('etag')).toBeNull()
    expect((await t.ask('/blog/')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('shows a stored record with the typed values, and does not change it', async () => {
    const { json } = await send('POST', '/api/projects', projectInput({ title: 'Stored', slug: 'stored' }))
    const { html } = await show(
      await link({ kind: 'project', id: json.id, values: projectInput({ title: 'Typed', slug: '' }) }),
    )
    expect(html).toContain('<h1>Typed</h1>')
    const stored = await (await t.ask('/projects/stored/')).text()
    expect(stored).not.toContain('Typed')
  })

  test('shows a page with the typed content', async () => {
    const { html } = await show(
      await link({
        kind: 'page',
        id: 'home',
        values: { content: { heroSubtitle: 'Typed, not saved', metadata: { title: 'In the tab' } } },
      }),
    )
    for (const part of [
      'Typed, not saved',
      '<title>In the tab',
      '/assets/home.css',
      'rel="canonical" href="http://acme.test/"',
    ])
      expect(html).toContain(part)
    expect(await (await t.ask('/')).text()).not.toContain('Typed, not saved')
  })

  test('runs no script, whatever was typed', async () => {
    const nasty = '<script>alert(1)</script><img src=x onerror=alert(1)><p>Safe</p>'
    const { html } = await show(await link({ values: { title: nasty, content: nasty, excerpt: nasty } }))
    expect(html).toContain('<p>Safe</p>')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|<img[^>]*onerror/i)
  })

  test('is not found once its token is truncated or altered, expired, or revoked', async () => {
    const made = await link({ values: { title: 'Secret words' } })
    const last = made.token.endsWith('A') ? 'B' : 'A'
    for (const token of [
      made.token.slice(0, -1),
      made.token.slice(0, -1) + last,
      `${made.token}x`,
      '',
      'x',
      '%00',
      '..',
    ]) {
      const { status, html, headers } = await show({ token })
      if (token === '..') continue
      expect([token, status, html.includes('Secret words'), headers.get('cache-control')]).toEqual([
        token,
        404,
        false,
        'no-store',
      ])
    }
    expect((await t.ask(`/preview/${made.token}`)).status).toBe(308)
    expect((await show(made)).status).toBe(200)
    expect((await send('DELETE', `/api/previews/${made.token}`)).status).toBe(204)
    expect((await show(made)).status).toBe(404)
    expect((await send('DELETE', `/api/previews/${made.token}`)).status).toBe(404)

    const old = await link({ values: { title: 'Old' } })
    expect(Date.parse(old.expiresAt) - Date.now()).toBeWithin(7 * 86_400_000 - 60_000, 7 * 86_400_000 + 1000)
    await t.services.db.update(previews).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await show(old)).status).toBe(404)
    expect((await send('DELETE', `/api/previews/${old.token}`)).status).toBe(404)
    await t.services.db.transaction(sweepPreviews)
    expect(await t.services.db.$count(previews)).toBe(0)
  })

  test('has a token that is not stored, not even for repeats of the request, which create the same link', async () => {
    const body = { kind: 'post', language: 'en', values: { title: 'Once' } }
    const first = await send('POST', '/api/previews', body, { 'idempotency-key': 'one' })
    const again = await send('POST', '/api/previews', body, { 'idempotency-key': 'one' })
    expect(first.status).toBe(201)
    expect(again).toEqual(first)
    expect((await show(first.json)).status).toBe(200)
    expect(
      (await send('POST', '/api/previews', { ...body, language: 'es' }, { 'idempotency-key': 'one' })).status,
    ).toBe(422)
    const stored = JSON.stringify([
      await t.services.db.select().from(previews),
      await t.services.db.select().from(idempotencyKeys),
    ])
    expect(stored).toContain('Once')
    expect(stored).not.toContain(first.json.token)
    expect(t.access.filter(({ path }) => path.includes(first.json.token))).toEqual([])
  })

  test('is in no sitemap and not counted as a missing path', async () => {
    const made = await link({ values: { title: 'Nowhere', slug: 'nowhere' } })
    await show(made)
    await show({ token: 'x' })
    expect(await (await t.ask('/sitemap.xml')).text()).not.toContain('nowhere')
    expect([...t.services.notFoundHits.take().keys()].filter((path) => path.includes(made.token))).toEqual([])
  })
})

test.each([
  [{ kind: 'message' }, 'kind'],
  [{ language: 'fr' }, 'language'],
  [{ values: 'text' }, 'values'],
  [{ values: {} }, 'values.title'],
  [{ id: 'one', values: { title: 'A' } }, 'id'],
  [{ kind: 'page', values: { content: '{}' } }, 'id'],
  [{ kind: 'page', id: 'shop', values: { content: '{}' } }, 'id'],
  [{ kind: 'page', id: 'home', values: { content: '[' } }, 'values.content'],
  [{ kind: 'project', values: { title: 'A', slug: 'featured' } }, 'values.slug'],
])('%j creates no link', async (body, path) => {
  const { status, json } = await send('POST', '/api/previews', { kind: 'post', language: 'en', values: {}, ...body })
  expect([status, json.issues?.[0]?.path]).toEqual([422, path])
})

test('a deleted record has no preview, and creating one needs a session', async () => {
  expect(
    (await send('POST', '/api/previews', { kind: 'post', id: 4711, language: 'en', values: { title: 'A' } })).status,
  ).toBe(404)
  expect(
    (await send('POST', '/api/previews', { kind: 'post', language: 'en', values: { title: 'A' } }, { cookie: '' }))
      .status,
  ).toBe(401)
})
