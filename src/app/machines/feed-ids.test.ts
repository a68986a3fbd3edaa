import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { insertSession } from '#auth/sessions/sessions'
import { users } from '#auth/table'
import { listFeed, fillFeedIds } from '#features/posts/feed'
import { feedIds } from '#features/posts/table'
import { postInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'
import { collectContent, replaceContent } from '#test/site-content'

const site = 'https://acme.test'
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl: site } })
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn(site)
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: object): Promise<number> {
  const answer = await t.ask(path, {
    method,
    headers: { cookie, origin: site, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  expect([method, path, answer.status < 300]).toEqual([method, path, true])
  return answer.status === 204 ? 0 : ((await answer.json()) as { id: number }).id
}
const create = (body: object) => send('POST', '/api/blog', postInput(body))
const update = (id: number, body: object) => send('PUT', `/api/blog/${id}`, postInput(body))

/** The id of each entry by its title. */
async function idsIn(feed: string): Promise<Record<string, string>> {
  const xml = await (await t.ask(feed)).text()
  const entries = [...xml.matchAll(/<entry>.*?<!\[CDATA\[(.*?)\]\]>.*?<id>(.*?)<\/id>/gs)]
  return Object.fromEntries(entries.map(([, title = '', id = '']) => [title, id]))
}
const english = () => idsIn('/blog/feed.xml')
const spanish = () => idsIn('/es/blog/feed.xml')

test('an entry keeps its id when the slug changes, in both languages', async () => {
  const texts = { title: 'One', translations: { es: { title: 'Uno', slug: 'uno' } } }
  const id = await create({ ...texts, slug: 'one' })
  expect([await english(), await spanish()]).toEqual([{ One: `${site}/blog/one/` }, { Uno: `${site}/es/blog/uno/` }])
  for (const [slug, slugThere] of [
    ['two', 'dos'],
    ['three', 'tres'],
    ['한국어', ''],
  ]) {
    await update(id, { ...texts, slug, translations: { es: { title: 'Uno', slug: slugThere } } })
    expect([await english(), await spanish()]).toEqual([{ One: `${site}/blog/one/` }, { Uno: `${site}/es/blog/uno/` }])
  }
  expect(await (await t.ask('/blog/feed.xml')).text()).toContain(`href="${site}${encodeURI('/blog/한국어/')}"`)
})

test('no other post ever gets it: neither one that takes the old slug, nor after a deletion', async () => {
  const first = await create({ title: 'First', slug: 'one', translations: { es: { title: 'Primera' } } })
  await update(first, { title: 'First', slug: 'two', translations: { es: { title: 'Primera' } } })
  const second = await create({ title: 'Second', slug: 'one', translations: { es: { title: 'Segunda' } } })
  const ids = { ...(await english()), ...(await spanish()) }
  expect(ids.First).toBe(`${site}/blog/one/`)
  expect(new Set(Object.values(ids)).size).toBe(4)
  expect(ids.Second).toMatch(/^https:\/\/acme\.test\/blog\/one\/#/)
  await send('DELETE', `/api/blog/${first}`)
  expect((await english()).Second).toBe(ids.Second!)
  await update(second, { title: 'Second', slug: 'four' })
  await send('DELETE', `/api/blog/${second}`)
  await create({ title: 'Third', slug: 'one' })
  await create({ title: 'Fourth', slug: 'four' })
  const later = await english()
  expect(Object.values(ids)).not.toContain(later.Third)
  expect(later.Fourth).toBe(`${site}/blog/four/`)
})

test('a draft has no id yet, nor has a scheduled post until it is public', async () => {
  const draft = await create({ title: 'Draft', slug: 'draft', status: 'draft' })
  const planned = await create({ title: 'Planned', slug: 'plan', publishedAt: '2999-01-01T00:00:00.000Z' })
  await update(draft, { title: 'Draft', slug: 'better', status: 'published' })
  await update(planned, { title: 'Planned', slug: 'planned', publishedAt: '2020-01-01T00:00:00.000Z' })
  expect(await english()).toEqual({ Draft: `${site}/blog/better/`, Planned: `${site}/blog/planned/` })
  await send('POST', `/api/blog/${draft}/trash`)
  await send('POST', `/api/blog/${draft}/restore`, { status: 'published' })
  expect((await english()).Draft).toBe(`${site}/blog/better/`)
})

test('a restore brings the ids back, and an archive of an earlier release gives each post its URL', async () => {
  const id = await create({ title: 'One', slug: 'one' })
  await update(id, { title: 'One', slug: 'two' })
  const content = await collectContent(t.services.db)
  await t.services.db.delete(feedIds)
  await replaceContent(t.services, content)
  expect(await english()).toEqual({ One: `${site}/blog/one/` })
  await replaceContent(t.services, { ...content, feedIds: [] })
  expect(await english()).toEqual({ One: `${site}/blog/two/` })
  const [user] = await t.services.db.select({ id: users.id }).from(users)
  cookie = (await insertSession(t.services.db, user!.id, site)).cookie.split(';')[0] ?? ''
  await update(id, { title: 'One', slug: 'three' })
  expect(await english()).toEqual({ One: `${site}/blog/two/` })
})

test('ids stay when SITE_URL changes; those from before it was set get the first one', async () => {
  const { db } = t.services
  await t.publish('old', 'Old')
  await t.publish('older', 'Older')
  const idsAt = async (origin: string) =>
    (await listFeed(db, { language: 'en', limit: 20, origin })).map(({ title, id }) => [title, id]).toSorted()
  expect(await idsAt(site)).toEqual([
    ['Old', '/blog/old/'],
    ['Older', '/blog/older/'],
  ])
  await fillFeedIds(db, {})
  await fillFeedIds(db, { siteUrl: site })
  await fillFeedIds(db, { siteUrl: 'https://moved.test' })
  expect(await idsAt('https://moved.test')).toEqual([
    ['Old', `${site}/blog/old/`],
    ['Older', `${site}/blog/older/`],
  ])
})
