import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { projects } from '#features/projects/table'
import { testApi } from '#test/api'
import { messageInput, postInput } from '#test/inputs'
import { sweepActivity } from './store'
import { activity } from './table'

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

type Line = { id: number; action: string; kind: string; recordId: string; title: string; user: { username: string } }
const ask = (query = '') => t.send('GET', `/api/activity${query}`, { cookie })
const list = async (query = '') => (await ask(query)).json as Line[]
const told = async (query = '') =>
  (await list(query)).map(({ action, kind, recordId, title }) => `${action} ${kind} ${recordId} ${title}`)

/** A post that is created, renamed and deleted, a page, and a message that is read. */
async function aDay() {
  await t.send('POST', '/api/blog', { cookie, body: postInput({ title: 'First' }) })
  await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ title: 'Second' }) })
  await t.send('POST', '/api/blog/1/trash', { cookie })
  await t.send('DELETE', '/api/blog/1', { cookie })
  await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: '{}' } })
  for (const content of ['{"a":1}', '{"a":2}'])
    await t.send('PUT', '/api/page-contents/about/draft', { cookie, body: { content } })
  await t.send('POST', '/api/contact', { body: { ...messageInput(), name: 'Bob', message: 'for your eyes only' } })
  await t.send('PUT', '/api/contact/1', { cookie, body: { read: true } })
  await t.send('PUT', '/api/contact/1', { cookie, body: { read: false } })
}

test('lists who did what, the newest first, and nothing that visitors do or wrote', async () => {
  await aDay()
  expect(await told()).toEqual([
    'updated message 1 Bob',
    'read message 1 Bob',
    'updated page about about',
    'created page about about',
    'deleted post 1 Second',
    'updated post 1 Second',
    'updated post 1 Second',
    'created post 1 First',
  ])
  const answer = await ask()
  expect((answer.json as Line[])[0]).toMatchObject({
    user: { id: 1, username: 'ada' },
    address: '127.0.0.1',
    device: '',
  })
  expect(answer.text).not.toContain('for your eyes only')
})

test('names the record also where its draft is discarded, and where it is reordered', async () => {
  await t.services.db.insert(projects).values(
    ['One', 'Two', 'Three'].map((title) => ({
      title,
      slug: title,
      description: 'x',
      content: '<p>x</p>',
      category: 'x',
      imageUrl: '/x.png',
    })),
  )
  await t.send('DELETE', '/api/projects/1/draft', { cookie })
  const order = async (...ids: number[]) =>
    expect((await t.send('PUT', '/api/projects/order', { cookie, body: { ids } })).status).toBe(200)
  await order(1, 3, 2)
  await order(3, 2, 1)
  await order(2, 1, 3)
  await order()
  expect(await told('?kind=project')).toEqual([
    'updated project null ',
    'moved project 3 Three',
    'moved project 1 One',
    'moved project 1 One',
    'updated project 1 One',
  ])
})

test('is filtered by person, action, kind, record and time, and paged', async () => {
  await aDay()
  expect(await told('?kind=post&action=updated')).toEqual(['updated post 1 Second', 'updated post 1 Second'])
  expect(await told('?kind=page&id=about&limit=1')).toEqual(['updated page about about'])
  expect([(await list('?user=ada')).length, (await list('?user=bob')).length]).toEqual([8, 0])
  const [newest] = await list('?limit=1')
  expect(await told(`?before=${newest!.id}&limit=2`)).toEqual(['read message 1 Bob', 'updated page about about'])
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect([(await list(`?from=${soon}`)).length, (await list(`?to=${soon}`)).length]).toEqual([0, 8])
})

test('finds who changed what among many entries', async () => {
  const { db } = t.services
  await db.execute(sql`insert into activity (at, user_id, username, action, kind, record_id, title)
    select now() - (3000 - n) * interval '3 hours', n % 7, 'user' || (n % 7),
      (array['updated','created','deleted','read','moved'])[1 + n % 5], (array['post','message','page'])[1 + n % 3],
      (n % 90)::text, 'Title ' || n from generate_series(1, 3000) n`)
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const questions: [query: string, lines: number][] = [
    ['', 50],
    ['?user=user3', 50],
    ['?user=nobody', 0],
    ['?kind=post', 50],
    ['?kind=privacy', 0],
    ['?id=31', 33],
    ['?id=nothing', 0],
    ['?kind=message&id=31', 33],
    ['?user=user3&kind=page', 50],
    ['?action=renamed', 0],
    [`?from=${day(200)}&to=${day(193)}`, 50],
    [`?user=user3&from=${day(200)}&to=${day(193)}`, 8],
    [`?from=${day(900)}&to=${day(800)}`, 0],
  ]
  for (const [query, lines] of questions) expect([query, (await list(query)).length]).toEqual([query, lines])
})

test.each(['?limit=0', '?limit=201', '?before=x', '?action=danced', '?kind=thing', '?from=today', '?to=2026-13-01'])(
  'refuses %p',
  async (query) => {
    expect((await ask(query)).status).toBe(422)
  },
)

test('is committed with the write that it records, or not at all', async () => {
  expect((await t.send('POST', '/api/blog', { cookie, body: {} })).status).toBe(422)
  expect((await t.send('DELETE', '/api/blog/9', { cookie })).status).toBe(404)
  expect(await list()).toEqual([])
})

test('is immutable, and deleted after 400 days', async () => {
  await aDay()
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await t.send(method, '/api/activity', { cookie })).status).toBe(405)
  const { db } = t.services
  await db
    .update(activity)
    .set({ at: sql`now() - interval '401 days'` })
    .where(sql`${activity.id} <= 3`)
  await sweepActivity(db)
  expect(await list()).toHaveLength(5)
})

test('needs a session', async () => {
  expect((await t.send('GET', '/api/activity')).status).toBe(401)
})
