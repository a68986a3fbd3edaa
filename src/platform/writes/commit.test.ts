import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { insertSession } from '#auth/sessions/sessions'
import { idempotencyKeys } from './table'
import { posts } from '#features/posts/table'
import { testApi } from '#test/api'
import { messageInput, postInput } from '#test/inputs'

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

const key = { 'idempotency-key': 'key-1' }
const create = (body: unknown = postInput(), headers: Record<string, string> = key, as = cookie) =>
  t.send('POST', '/api/blog', { cookie: as, body, headers })
const count = () => t.services.db.$count(posts)

describe('an Idempotency-Key', () => {
  test('makes a repeated write apply once and repeats its answer', async () => {
    const [first, second] = [await create(), await create()]
    expect(first.status).toBe(201)
    expect([second.status, second.text, [...second.headers]]).toEqual([201, first.text, [...first.headers]])
    expect(await count()).toBe(1)
  })

  test('applies thirty parallel writes once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create()))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await count()).toBe(1)
  })

  test('is refused with another body', async () => {
    await create()
    expect((await create(postInput({ title: 'Other' }))).json).toEqual({
      message: 'This Idempotency-Key was used for something else',
    })
    expect((await create(postInput({ title: 'Other' }))).status).toBe(422)
    expect(await count()).toBe(1)
  })

  test('belongs to one session and one route', async () => {
    await create()
    const other = (await insertSession(t.services.db, 1, 'http://localhost')).cookie.split(';')[0] ?? ''
    expect((await create(postInput(), key, other)).json).toMatchObject({ id: 2 })
    const update = (id: number) => t.send('PUT', `/api/blog/${id}`, { cookie, body: postInput(), headers: key })
    expect([(await update(1)).json, (await update(1)).json, (await update(2)).json]).toMatchObject([
      { version: 2 },
      { version: 2 },
      { version: 2 },
    ])
  })

  test('repeats updates, deletions and first saves with their original status', async () => {
    await create()
    const match = { ...key, 'if-match': '"1"' }
    const update = () => t.send('PUT', '/api/blog/1', { cookie, body: postInput({ title: 'Changed' }), headers: match })
    const [updated, repeated] = [await update(), await update()]
    expect([repeated.status, repeated.text, repeated.headers.get('etag')]).toEqual([200, updated.text, '"2"'])
    const remove = () => t.send('DELETE', '/api/blog/1', { cookie, headers: key })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    const save = () =>
      t.send('POST', '/api/page-contents', { cookie, body: { page: 'home', content: '{}' }, headers: key })
    expect([(await save()).status, (await save()).status]).toEqual([201, 201])
  })

  test('works for visitors, too', async () => {
    const send = () => t.send('POST', '/api/contact', { body: messageInput(), headers: key })
    for (let round = 0; round < 8; round++) expect((await send()).status).toBe(201)
    expect((await t.send('GET', '/api/contact', { cookie })).json).toHaveLength(1)
  })

  test('of a failed write can be used again', async () => {
    expect((await create({})).status).toBe(422)
    await create(postInput({ slug: 'taken' }), {})
    expect((await create(postInput({ slug: 'taken' }))).status).toBe(409)
    expect((await create(postInput({ slug: 'free' }))).status).toBe(201)
  })

  test('expires after a day', async () => {
    await create()
    await t.services.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '24 hours 1 second'` })
    expect((await create()).json).toMatchObject({ id: 2 })
    expect((await create()).json).toMatchObject({ id: 2 })
  })

  test('has 1 to 128 visible ASCII characters', async () => {
    expect((await create(postInput(), { 'idempotency-key': 'x'.repeat(128) })).status).toBe(201)
    for (const wrong of ['', 'x'.repeat(129), 'a b', 'ñ', 'a\tb']) {
      expect([wrong, (await create(postInput(), { 'idempotency-key': wrong })).status]).toEqual([wrong, 422])
    }
    expect(await count()).toBe(1)
  })
})

describe('the cache counters of a tag', () => {
  const stamp = () => t.services.cacheTags.stamp(['post'])

  test('have increased when a write is answered', async () => {
    const before = stamp()
    await create()
    expect(stamp()).not.toBe(before)
  })

  test('stay unchanged when nothing was written', async () => {
    await create()
    const before = stamp()
    await create()
    await create({}, {})
    await t.send('PUT', '/api/blog/9', { cookie, body: postInput() })
    await t.send('POST', '/api/contact', { body: messageInput() })
    expect(stamp()).toBe(before)
  })
})
