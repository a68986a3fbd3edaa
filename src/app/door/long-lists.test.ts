import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testDoor } from '#test/door'

const t = await testDoor()
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
  await t.services.freshness.touch(['post'])
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

test('a whole list that is long says what its parts say, and is kept by nobody', async () => {
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

test('editors read it so too, and it is stored nowhere', async () => {
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

test('it is compressed as it is sent', async () => {
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

test('whoever has it is told so until something is written', async () => {
  const etag = (await read('/api/blog')).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[a-z0-9]+"$/)
  const again = await t.ask('/api/blog', { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  await t.services.freshness.touch(['post'])
  expect((await read('/api/blog', { 'if-none-match': etag })).headers.get('etag')).not.toBe(etag)
})

test('what is written while it is sent puts nothing in twice and passes nothing over', async () => {
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
