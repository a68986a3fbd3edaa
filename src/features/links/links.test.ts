import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { media } from '#features/media/table'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'
import type { Link, LinkList } from './contract'
import { linksIn } from './found-links'
import { recordLinks } from './table'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: unknown) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as { id: number } }
}
const create = async (input: object) => {
  const { status, json } = await send('POST', '/api/blog', postInput({ imageUrl: '/favicon.svg', ...input }))
  expect(status).toBe(201)
  return json.id
}
const update = async (id: number, input: object) =>
  expect((await send('PUT', `/api/blog/${id}`, postInput({ imageUrl: '/favicon.svg', ...input }))).status).toBe(200)
const list = async () => (await send('GET', '/api/links')).json as unknown as LinkList
const find = async (url: string): Promise<Link | undefined> => (await list()).links.find((link) => link.url === url)
const stateAt = async (url: string) => {
  const link = await find(url)
  return link && [link.state, link.status]
}
const to = (...urls: string[]) => `<p>${urls.map((url) => `<a href="${url}">there</a>`).join(' ')}</p>`

test('a link has its place, in each text of each language', async () => {
  const id = await create({
    title: 'Measuring',
    content: `${to('/nowhere/', '/nowhere/')}<p><img src="/nothing.webp" alt=""></p>`,
    translations: { es: { title: 'Medir', content: to('/nowhere/') } },
  })
  const place = { kind: 'post', id, title: 'Measuring' }
  const { links, ...check } = await list()
  expect(check).toEqual({ checkedAt: null, running: false })
  expect(links.map(({ url, state }) => [url, state])).toEqual([
    ['/nothing.webp', 'broken'],
    ['/nowhere/', 'broken'],
    ['/favicon.svg', 'ok'],
  ])
  expect(links[1]?.foundIn).toEqual([
    { ...place, field: 'content' },
    { ...place, field: 'translations.es.content' },
  ] as Link['foundIn'])
  expect(Date.parse(String(links[1]?.checkedAt))).toBeGreaterThan(Date.now() - 60_000)
})

test('a link to a record follows the status of the record', async () => {
  await create({ title: 'Reader', content: to('/blog/goal/', '/blog/goal?from=here#top', '/es/blog/meta/') })
  expect(await stateAt('/blog/goal/')).toEqual(['broken', 404])

  const goal = await create({ title: 'Goal', slug: 'goal', translations: { es: { title: 'Meta', slug: 'meta' } } })
  expect(await stateAt('/blog/goal/')).toEqual(['ok', 200])
  expect(await stateAt('/blog/goal?from=here#top')).toEqual(['ok', 200])
  expect(await stateAt('/es/blog/meta/')).toEqual(['ok', 200])

  await update(goal, { title: 'Goal', slug: 'aim' })
  expect(await stateAt('/blog/goal/')).toEqual(['ok', 200])

  await update(goal, { title: 'Goal', slug: 'aim', status: 'draft' })
  expect(await stateAt('/blog/goal/')).toEqual(['broken', 404])
  await update(goal, { title: 'Goal', slug: 'goal', status: 'published', publishedAt: '2999-01-01T00:00:00.000Z' })
  expect(await stateAt('/blog/goal/')).toEqual(['broken', 404])
  // Published by schedule, without a write.
  await t.services.db.execute(sql`update posts set published_at = now() - interval '1 minute' where id = ${goal}`)
  expect(await stateAt('/blog/goal/')).toEqual(['ok', 200])
  await send('POST', `/api/blog/${goal}/trash`)
  expect(await stateAt('/blog/goal/')).toEqual(['broken', 404])
})

test('menu, announcement and social links of the site are included', async () => {
  const label = { en: 'Words', es: '' }
  const site = {
    navigation: [{ label, href: '/blog/', children: [{ label, href: '/blog/goal/' }] }],
    social: [
      { kind: 'link', url: 'https://example.com/us' },
      { kind: 'email', url: 'us@example.com' },
    ],
    announcement: { text: label, href: '/nowhere/', from: null, until: null },
  }
  expect((await send('PUT', '/api/site', { name: 'Quoin', ...site })).status).toBe(200)
  const told = async () =>
    (await list()).links.map(({ url, state, foundIn }) => [url, state, ...foundIn.map(({ field }) => field)])
  expect(await told()).toEqual([
    ['/blog/goal/', 'broken', 'navigation.0.children.0.href'],
    ['/nowhere/', 'broken', 'announcement.href'],
    ['https://example.com/us', 'unsure', 'social.0.url'],
    ['/blog/', 'ok', 'navigation.0.href'],
  ])
  expect((await find('/nowhere/'))?.foundIn).toEqual([
    { kind: 'site-settings', id: 'site', title: 'Quoin', field: 'announcement.href' },
  ])
  await create({ title: 'Goal', slug: 'goal' })
  expect((await send('PUT', '/api/site', { announcement: null, social: [] })).status).toBe(200)
  expect(await told()).toEqual([
    ['/blog/', 'ok', 'navigation.0.href'],
    ['/blog/goal/', 'ok', 'navigation.0.children.0.href'],
    ['/favicon.svg', 'ok', 'imageUrl'],
  ])
})

test('redirects count by their target', async () => {
  await create({ content: to('/old/', '/away/', '/lost/') })
  for (const [from, target] of [
    ['/old/', '/contact/'],
    ['/away/', 'https://example.com/'],
    ['/lost/', '/blog/never-written/'],
  ])
    expect((await send('POST', '/api/redirects', { from, to: target })).status).toBe(201)
  expect(await stateAt('/old/')).toEqual(['ok', 200])
  expect(await stateAt('/away/')).toEqual(['ok', 200])
  expect(await stateAt('/lost/')).toEqual(['broken', 404])
})

test('pages, files and the library are known; an absolute URL of the site is its path', async () => {
  await t.services.db
    .insert(media)
    .values({ hash: 'one', name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: 1 })
  await create({
    content: to('/about', '/blog/?page=7', 'http://acme.test/contact/#form', 'http://acme.test/no/', '/media/9/b.png'),
  })
  expect(await stateAt('/about')).toEqual(['ok', 200])
  expect(await stateAt('/blog/?page=7')).toEqual(['broken', 404])
  expect(await stateAt('http://acme.test/contact/#form')).toEqual(['ok', 200])
  expect(await stateAt('http://acme.test/no/')).toEqual(['broken', 404])
  expect(await stateAt('/media/9/b.png')).toEqual(['broken', 404])
})

test('drafts, trashed records and drafts of live records are marked', async () => {
  await create({ title: 'Begun', status: 'draft', content: to('/in-a-draft/') })
  const id = await create({ content: to('/here/') })
  await send('PUT', `/api/blog/${id}/draft`, postInput({ content: to('/later/') }))
  expect((await list()).links.map(({ url }) => url)).toEqual(['/here/', '/favicon.svg'])
  await send('POST', `/api/blog/${id}/trash`)
  expect((await list()).links).toEqual([])
  await send('POST', `/api/blog/${id}/restore`)
  await update(id, { content: to('/here/'), status: 'published' })
  expect((await list()).links.map(({ url }) => url)).toEqual(['/here/', '/favicon.svg'])
  expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(204)
  expect((await list()).links).toEqual([])
})

test('pages are included, and external addresses are unknown until checked', async () => {
  const content = JSON.stringify({
    title: 'Us',
    content: to('https://example.com/a?b=1&amp;c=2'),
    team: [{ photo: '/gone.png' }],
  })
  expect((await send('POST', '/api/page-contents', { page: 'about', content })).status).toBe(201)
  const place = { kind: 'page' as const, id: 'about', title: 'Us' }
  const { links } = await list()
  expect(links.map(({ checkedAt, ...told }) => ({ ...told, isChecked: checkedAt !== null }))).toEqual([
    {
      url: '/gone.png',
      state: 'broken',
      status: 404,
      foundIn: [{ ...place, field: 'team.0.photo' }],
      isChecked: true,
    },
    {
      url: 'https://example.com/a?b=1&c=2',
      state: 'unsure',
      status: null,
      foundIn: [{ ...place, field: 'content' }],
      isChecked: false,
    },
  ])
})

test('a write without an event is picked up when the list is read', async () => {
  const id = await create({ content: to('/before/') })
  await t.services.db.execute(sql`update posts set content = ${to('/after/')}, version = version + 1 where id = ${id}`)
  expect((await list()).links.map(({ url }) => url)).toEqual(['/after/', '/favicon.svg'])
  await t.services.db.delete(recordLinks)
  expect((await list()).links.map(({ url }) => url)).toEqual(['/after/', '/favicon.svg'])
  await t.services.db.execute(sql`delete from posts`)
  expect((await list()).links).toEqual([])
  expect(await t.services.db.$count(recordLinks)).toBe(0)
})

test('a request without a session is refused', async () => {
  cookie = ''
  expect((await send('GET', '/api/links')).status).toBe(401)
  expect((await send('POST', '/api/links/check')).status).toBe(401)
})

test('addresses are found in texts, and nothing that only looks like one', () => {
  expect(
    linksIn({
      title: '/ is the root, and /about/ a page',
      slug: 'about',
      imageUrl: ' https://example.com/a.png ',
      metadata: { canonical: '{host}/blog/', description: 'https://example.com is a site' },
      content:
        '<pre><code>&lt;a href="/no/"&gt;</code></pre><p><a title="href=&quot;/no/&quot;" href="/yes/">a</a></p>',
      mail: '<a href="mailto:ada@example.com">a</a><a href="#note-1">1</a><a href="tel:+34">b</a>',
      blocks: [
        { id: 'k1', type: 'button', href: '/shown/' },
        { id: 'k2', type: 'button', href: '/hidden/', hidden: true },
      ],
      packed: JSON.stringify({ content: '<a href="/packed/">a</a>', metadata: {} }),
    }),
  ).toEqual([
    { url: 'https://example.com/a.png', field: 'imageUrl' },
    { url: '/blog/', field: 'metadata.canonical' },
    { url: '/yes/', field: 'content' },
    { url: '/shown/', field: 'blocks.k1.href' },
    { url: '/packed/', field: 'packed' },
  ])
})
