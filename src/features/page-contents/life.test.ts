import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testApi } from '#test/api'

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

const asAdmin = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.send(method, `/api/page-contents${path}`, { cookie, body, headers })
const visitor = () => t.send('GET', '/api/page-contents/about')
const save = (title: string) => asAdmin('POST', '', { page: 'about', content: { title } })
const draft = (title: string) => asAdmin('PUT', '/about/draft', { content: { title } })

test('a draft of a page is for its editors; a save replaces it', async () => {
  await save('One')
  const saved = await draft('Two')
  expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"1.2"'])
  expect(saved.json).toMatchObject({
    version: 1,
    draft: { version: 2, savedBy: { username: 'ada' }, values: { content: expect.stringContaining('Two') } },
  })
  expect((await visitor()).text).not.toContain('Two')
  expect((await t.send('GET', '/api/page-contents/about?status=all')).status).toBe(401)
  expect((await t.send('GET', '/api/page-contents/none?status=all')).status).toBe(401)
  expect((await asAdmin('GET', '/none?status=all')).status).toBe(404)
  expect((await asAdmin('GET', '?status=all')).json).toMatchObject([
    { page: 'about', draft: { savedBy: { username: 'ada' } } },
  ])
  await save('Three')
  expect((await asAdmin('GET', '/about?status=all')).json).toMatchObject({ version: 2, draft: null })
})

test('a page without a row can have a draft', async () => {
  expect((await draft('First')).status).toBe(200)
  expect((await visitor()).status).toBe(404)
  const read = await asAdmin('GET', '/about?status=all')
  expect([read.status, read.headers.get('etag'), read.json]).toMatchObject([
    200,
    '"0.1"',
    { version: 0, draft: { version: 1 } },
  ])
  expect((await asAdmin('GET', '?status=all')).json).toMatchObject([{ page: 'about', version: 0 }])
  const again = (tag: string) => asAdmin('PUT', '/about/draft', { content: { title: 'Second' } }, { 'if-match': tag })
  expect([(await again('"0.2"')).status, (await again('"0.1"')).status]).toEqual([412, 200])
  expect((await save('Live')).status).toBe(201)
  expect((await asAdmin('PUT', '/nowhere/draft', { content: {} })).status).toBe(404)
})

test('a page without content has an empty history, and an unknown page is not found', async () => {
  const answer = await asAdmin('GET', '/about/revisions')
  expect([answer.status, answer.json]).toEqual([200, []])
  expect((await asAdmin('GET', '/about/revisions/1')).status).toBe(404)
  expect((await asAdmin('GET', '/nowhere/revisions')).status).toBe(404)
})

test('the history of a page starts with its version before histories, and restores it as a draft', async () => {
  await save('One')
  await save('Two')
  expect(((await asAdmin('GET', '/about/revisions')).json as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'published',
    'created',
  ])
  const restored = await asAdmin('POST', '/about/revisions/1/restore')
  expect(restored.json).toMatchObject({ draft: { version: 3, values: { content: expect.stringContaining('One') } } })
  expect((await visitor()).text).toContain('Two')
  expect((await asAdmin('DELETE', '/about/draft')).status).toBe(204)
  expect((await asAdmin('GET', '/about?status=all')).json).toMatchObject({ draft: null })
})

test('If-Match of a draft names page and draft', async () => {
  await save('One')
  await draft('Two')
  const again = (tag: string) => asAdmin('PUT', '/about/draft', { content: {} }, { 'if-match': tag })
  expect([(await again('"1.1"')).status, (await again('"1.2"')).status]).toEqual([412, 200])
})
