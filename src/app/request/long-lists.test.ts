import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testPipeline } from '#test/pipeline'

const t = await testPipeline()
const count = 1205
let cookie: string

beforeAll(async () => {
  await t.reset()
  cookie = await t.signIn()
  await t.services.db.execute(sql`
    insert into posts (slug, title, excerpt, image_url, content, published_at, translations)
    select 'post-' || i, 'Post "' || i || '"', 'Excerpt', '/images/a.webp', '<p>Text</p>', now() - i * interval '1 hour',
      jsonb_build_object('es', jsonb_build_object('title', 'Entrada ' || i))
    from generate_series(1, ${count}::int) as i`)
  await t.services.cacheTags.touch(['post'])
})
afterAll(t.close)

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await t.ask(path, { headers })
  expect(answer.status, path).toBe(200)
  return answer
}

async function inParts(query: string, headers?: Record<string, string>): Promise<string> {
  const parts: unknown[] = []
  for (let offset = 0; offset < count; offset += 100)
    parts.push(...(await (await read(`/api/blog?limit=100&offset=${offset}${query}`, headers)).json()))
  return JSON.stringify(parts)
}

test('a long list equals the sum of its pages, and is not cached', async () => {
  const before = t.kept.count
  const answer = await read('/api/blog')
  const headers = ['content-type', 'cache-control', 'vary', 'x-total-count', 'x-content-type-options']
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    'application/json;charset=utf-8',
    'no-cache',
    'Accept-Encoding, Cookie',
    String(count),
    'nosniff',
  ])
  expect(await answer.text()).toBe(await inParts(''))
  await (await read('/api/blog?limit=24')).text()
  await (await read('/api/blog')).text()
  expect(t.kept.count).toBe(before + 1)
})

test('editors get it in the same way, and it is not stored', async () => {
  const answer = await read('/api/blog?status=all', { cookie })
  expect([answer.headers.get('x-total-count'), answer.headers.get('cache-control')]).toEqual([
    String(count),
    'no-store',
  ])
  expect(await answer.text()).toBe(await inParts('&status=all', { cookie }))
  const found = (await (await read('/api/blog?status=all&q=entrada&sort=title', { cookie })).json()) as object[]
  expect(found).toHaveLength(count)
  expect(found[1]).toMatchObject({ title: 'Post "10"', draft: null, translation: { es: { state: 'partial' } } })
})

test('it is compressed while it is sent', async () => {
  const plain = await (await read('/api/blog')).bytes()
  for (const [encoding, name] of [
    ['gzip', 'gzip'],
    ['zstd', 'zstd, gzip'],
  ] as const) {
    const answer = await read('/api/blog', { 'accept-encoding': name })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = await answer.bytes()
    expect(bytes.length).toBeLessThan(plain.length / 5)
    expect(new Uint8Array(encoding === 'gzip' ? Bun.gunzipSync(bytes) : Bun.zstdDecompressSync(bytes))).toEqual(plain)
  }
})

test('a conditional request gets a 304 until something is written', async () => {
  const etag = (await read('/api/blog')).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[a-z0-9]+"$/)
  const again = await t.ask('/api/blog', { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  await t.services.cacheTags.touch(['post'])
  expect((await read('/api/blog', { 'if-none-match': etag })).headers.get('etag')).not.toBe(etag)
})

test('writes during the response neither duplicate nor omit a row', async () => {
  const reader = (await read('/api/blog')).body!.getReader()
  const first = await reader.read()
  await t.services.db.execute(sql`update posts set published_at = now() where slug = 'post-1000'`)
  await t.services.db.execute(sql`update posts set published_at = now() - interval '1 year' where slug = 'post-5'`)
  await t.services.db.execute(sql`update posts set status = 'draft' where slug = 'post-700'`)
  const pieces = [first.value!]
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
  const slugs = (JSON.parse(Buffer.concat(pieces).toString()) as { slug: string }[]).map(({ slug }) => slug)
  const all = Array.from({ length: count }, (_, at) => `post-${at + 1}`)
  expect(slugs).toEqual(all.filter((slug) => slug !== 'post-700'))
})

describe('lists for editors alone', () => {
  const told = ['content-type', 'cache-control', 'etag', 'vary', 'x-content-type-options', 'x-total-count']
  const headersOf = (answer: Response) => told.map((name) => answer.headers.get(name))

  test.each([
    ['/api/waitlist', storeSubscribers],
    ['/api/contact', storeMessages],
    ['/api/translations', storeUntranslated],
  ])('%s is the same as a short one, and is streamed while it is read', async (path, store) => {
    if (path === '/api/translations') await t.services.db.execute(sql`update posts set status = 'trashed'`)
    const short = await read(path, { cookie })
    expect(await short.json()).toEqual([])
    const rows = await store()
    const answer = await read(path, { cookie })
    expect(headersOf(answer)).toEqual(headersOf(short))
    const reader = answer.body!.getReader()
    const pieces = [(await reader.read()).value!]
    expect(pieces[0]!.length).toBeLessThan(JSON.stringify(rows).length / 2)
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(rows)
  })

  test('search results come from all of them', async () => {
    await storeSubscribers()
    const subscribers = (await (await read('/api/waitlist?q=ADA120', { cookie })).json()) as { email: string }[]
    expect(subscribers.map(({ email }) => email)).toEqual([
      'ada120@example.com',
      ...[0, 1, 2, 3, 4, 5].map((last) => `ada120${last}@example.com`),
    ])
    await storeMessages()
    const messages = (await (await read('/api/contact?q=educacion+7', { cookie })).json()) as { id: number }[]
    expect(messages).toHaveLength(Array.from({ length: count }, (_, i) => `${i + 1}`).filter((n) => /7/.test(n)).length)
    expect(await (await read('/api/contact?q=nothing', { cookie })).json()).toEqual([])
  })
})

async function storeSubscribers() {
  await t.services.db.execute(sql`
    insert into waitlist_subscribers (email, email_key, submitted_at, spam)
    select 'ada' || i || '@example.com', 'ada' || i || '@example.com', '2026-01-01', i = 0 from generate_series(0, ${count}::int) as i
    on conflict do nothing`)
  const rows = await t.services.db.execute(sql`
    select id, email, to_json(submitted_at) #>> '{}' as at, state from waitlist_subscribers where not spam order by id`)
  const others = { submittedAt: '2026-01-01T00:00:00.000Z', news: false, language: 'en' }
  return rowsOf(rows).map(({ id, email, state }) => ({ id, email, state, ...others }))
}

async function storeMessages() {
  await t.services.db.execute(sql`
    insert into contact_messages (id, name, email, subject, message, submitted_at, spam)
    select i, 'Ada', 'ada@example.com', 'About ' || i, 'La educación', '2026-01-01', i = 0 from generate_series(0, ${count}::int) as i
    on conflict do nothing`)
  await t.services.db.execute(sql`delete from message_replies`)
  await t.services.db.execute(sql`
    insert into message_replies (message_id, body, mail_message_id) select 700 + i / 2, 'Thanks', i::text from generate_series(0, 2) as i`)
  return Array.from({ length: count }, (_, at) => count - at).map((id) => ({
    id,
    name: 'Ada',
    email: 'ada@example.com',
    subject: `About ${id}`,
    message: 'La educación',
    submittedAt: '2026-01-01T00:00:00.000Z',
    read: false,
    folder: 'inbox',
    spam: { score: 0, reasons: [] },
    replies: { 700: 2, 701: 1 }[id] ?? 0,
  }))
}

/** Untranslated posts, one of which also has a draft. */
async function storeUntranslated() {
  await t.services.db.execute(sql`update posts set status = 'published' where slug <> 'post-3'`)
  const rows = rowsOf(
    await t.services.db.execute(sql`select id, title from posts where status <> 'trashed' order by id desc`),
  )
  const parts = await inParts('&status=all', { cookie })
  const updatedAt = new Map(
    (JSON.parse(parts) as { id: number; updatedAt: string }[]).map((row) => [row.id, row.updatedAt]),
  )
  return rows.map(({ id, title }) => ({
    kind: 'post',
    id,
    title,
    updatedAt: updatedAt.get(Number(id)),
    es: { state: 'partial', fields: { title: 'complete', excerpt: 'missing', content: 'missing' } },
    draft: null,
  }))
}

const rowsOf = (answer: unknown) =>
  (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Record<string, unknown>[]
