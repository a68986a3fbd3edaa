import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { recordRevisions } from './table'

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

type RecordJson = { id: number; title: string; status: string; version: number; draft: object | null; message: string }

async function ask(method: string, path: string, body?: unknown, version?: string) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const { status, json } = await t.send(method, path, { cookie, body, headers })
  return { status, json: json as RecordJson & { issues?: { path: string }[] } }
}
const create = async (changes: object = {}) =>
  (await ask('POST', '/api/blog', { ...postInput({ slug: 'first' }), ...changes })).json.id
const stored = async (slug = 'first') => (await ask('GET', `/api/blog/${slug}?status=all`)).json

test('a version whose fields break the current rules is refused with the fields, and nothing changes', async () => {
  const id = await create()
  // The first version of a chain is a complete one; no patch refers to it yet.
  const text = JSON.stringify({ ...postInput(), title: '', imageUrl: 'javascript:alert(1)' })
  const changed = await t.services.db.update(recordRevisions).set({ text }).returning({ base: recordRevisions.base })
  expect(changed).toEqual([{ base: null }])
  const before = await stored()
  const { status, json } = await ask('POST', `/api/blog/${id}/revisions/1/restore`)
  expect(status).toBe(422)
  expect(json.issues?.map(({ path }) => path)).toContain('title')
  expect(await stored()).toEqual(before)
})

test('a date may be in the year 9999, in the past, or in an hour skipped by daylight saving; beyond it is refused', async () => {
  for (const [publishedAt, status, moment] of [
    ['9999-12-31T23:59:59.999Z', 'scheduled', '9999-12-31T23:59:59.999Z'],
    ['0001-01-02T00:00:00Z', 'published', '0001-01-02T00:00:00.000Z'],
    ['2031-03-30T02:30:00+01:00', 'scheduled', '2031-03-30T01:30:00.000Z'],
  ] as const) {
    await create({ slug: `at-${publishedAt.slice(0, 4)}`, publishedAt })
    expect(await stored(`at-${publishedAt.slice(0, 4)}`)).toMatchObject({ status, publishedAt: moment })
  }
  for (const publishedAt of ['10000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2026-02-30T00:00:00Z', 'soon', 5]) {
    const { status, json } = await ask('POST', '/api/blog', { ...postInput({ slug: 'never' }), publishedAt })
    expect([publishedAt, status, json.issues?.[0]?.path]).toEqual([publishedAt, 422, 'publishedAt'])
  }
})
