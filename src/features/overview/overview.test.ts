import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { posts } from '#features/posts/table'
import { testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'
import type { KindOverview } from './contract'

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

async function read() {
  const { status, json } = await t.send('GET', '/api/overview', { cookie })
  expect(status).toBe(200)
  return new Map((json as KindOverview[]).map((one) => [one.kind, one]))
}
const post = async (changes: object, status?: string) => {
  const { json } = await t.send('POST', '/api/blog', { cookie, body: { ...postInput(changes), status } })
  return json as { id: number }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const titles = (list: KindOverview['draft'] | undefined) => [list?.count, list?.records.map(({ title }) => title)]

test('an empty site has nothing of any kind', async () => {
  const none = { count: 0, records: [] }
  const empty = { draft: none, scheduled: none, published: none, recent: 0 }
  expect([...(await read()).values()]).toEqual([
    { kind: 'post', ...empty },
    { kind: 'project', ...empty },
    { kind: 'custom-page', ...empty },
  ])
})

test('the records published last, those that come next, and the drafts changed last are listed, and all are counted', async () => {
  for (const [title, days] of [
    ['Fourth', 40],
    ['First', 1],
    ['Third', 31],
    ['Second', 2],
  ] as const)
    await post({ title, publishedAt: daysAgo(days) })
  for (const [title, days] of [
    ['Last', -9],
    ['Next', -1],
    ['Then', -2],
    ['Later', -3],
  ] as const)
    await post({ title, publishedAt: daysAgo(days) })
  const { id } = await post({ title: 'Older draft' }, 'draft')
  await t.services.db
    .update(posts)
    .set({ updatedAt: daysAgo(3) })
    .where(eq(posts.id, id))
  await post({ title: 'Newer draft' }, 'draft')
  const gone = await post({ title: 'Gone', publishedAt: daysAgo(0) })
  await t.send('POST', `/api/blog/${gone.id}/trash`, { cookie })
  await t.send('POST', '/api/projects', { cookie, body: projectInput() })

  const overview = await read()
  const { published, scheduled, draft, recent } = overview.get('post') ?? {}
  expect(titles(published)).toEqual([4, ['First', 'Second', 'Third']])
  expect(titles(scheduled)).toEqual([4, ['Next', 'Then', 'Later']])
  expect(titles(draft)).toEqual([2, ['Newer draft', 'Older draft']])
  expect(recent).toBe(2)
  expect(titles(overview.get('project')?.published)).toEqual([1, ['Lease Reader']])
})

test('a record has what names it and its page in each language, and when it was published', async () => {
  const publishedAt = '2026-03-02T09:00:00.123Z'
  await post({ publishedAt, translations: { es: { title: 'Primera luz', slug: 'primera-luz', excerpt: 'Así.' } } })
  await t.send('POST', '/api/projects', { cookie, body: projectInput() })
  const overview = await read()
  expect(overview.get('post')?.published.records).toEqual([
    {
      id: 1,
      slug: 'first-light',
      title: 'First light',
      translations: { es: { title: 'Primera luz', slug: 'primera-luz' } },
      publishedAt,
    },
  ])
  expect(overview.get('project')?.published.records[0]?.translations).toEqual({ es: {} })
})

test('records of older releases, without a date, are counted and not listed', async () => {
  await post({})
  await t.services.db.update(posts).set({ publishedAt: null })
  expect(titles((await read()).get('post')?.published)).toEqual([0, []])
  await post({ title: 'Dated' })
  expect(titles((await read()).get('post')?.published)).toEqual([2, ['Dated']])
})

test('only administrators may read it', async () => {
  expect((await t.send('GET', '/api/overview')).status).toBe(401)
})
