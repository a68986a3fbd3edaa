import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { postInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'

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

const read = async (path: string) => (await t.ask(path)).text()
async function send(method: string, path: string, body: object) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const answer = await t.ask(path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, json: (await answer.json()) as { id: number; slug: string } }
}
const robots = '<meta name="robots" content="noindex"'
const machines = ['/sitemap.xml', '/blog/feed.xml', '/llms.txt', '/api/search?q=telescopes', '/search/?q=telescopes']
const spanish = ['/sitemap.xml', '/es/blog/feed.xml', '/es/llms.txt', '/api/search?q=telescopios&language=es']

const input = postInput({
  title: 'Telescopes',
  slug: 'telescopes',
  imageUrl: '/favicon.svg',
  publishedAt: undefined,
  translations: { es: { title: 'Telescopios', slug: 'telescopios', content: '<p>Telescopios.</p>' } },
})
const found = (paths: readonly string[], slug: string) =>
  Promise.all(paths.map(async (path) => [path, (await read(path)).includes(`/${slug}/`)] as const))
const all = (paths: readonly string[], is: boolean) => paths.map((path) => [path, is] as const)

test('a post that search engines should not list is public, and nothing names it to machines', async () => {
  const { json: post } = await send('POST', '/api/blog', input)
  expect(await found(machines, 'telescopes')).toEqual(all(machines, true))
  expect(await found(spanish, 'telescopios')).toEqual(all(spanish, true))
  expect(await read('/blog/telescopes/')).not.toContain(robots)

  await send('PUT', `/api/blog/${post.id}`, { ...input, metadata: { noindex: true } })
  for (const path of ['/blog/telescopes/', '/es/blog/telescopios/']) {
    const page = await read(path)
    expect(page).toContain(robots)
    expect(page).not.toContain('hrefLang="')
  }
  expect(await found(machines, 'telescopes')).toEqual(all(machines, false))
  expect(await found(spanish, 'telescopios')).toEqual(all(spanish, false))
  expect(await read('/blog/')).toContain('/blog/telescopes/')
  const listed = async (query: string) =>
    ((await (await t.ask(`/api/blog${query}`, { headers: { cookie } })).json()) as object[]).at(0)
  for (const query of ['', '?status=all']) expect(await listed(query)).toMatchObject({ noindex: true })

  await send('PUT', `/api/blog/${post.id}`, input)
  expect(await read('/blog/telescopes/')).not.toContain(robots)
  expect(await found(machines, 'telescopes')).toEqual(all(machines, true))
  for (const query of ['', '?status=all']) expect(await listed(query)).not.toHaveProperty('noindex')
})

test('one language alone can be left out', async () => {
  const es = { ...input.translations?.es, metadata: { noindex: true } }
  await send('POST', '/api/blog', { ...input, translations: { es } })
  expect(await read('/blog/telescopes/')).not.toContain(robots)
  expect(await read('/es/blog/telescopios/')).toContain(robots)
  expect(await found(machines, 'telescopes')).toEqual(all(machines, true))
  expect(await found(spanish, 'telescopios')).toEqual(all(spanish, false))
})

test('so can a page of the site and one of your own', async () => {
  const content = JSON.stringify({ title: 'About telescopes', metadata: { noindex: true } })
  await send('POST', '/api/page-contents', { page: 'about', content })
  await send('POST', '/api/pages', { title: 'Lenses', slug: 'lenses', blocks: [], metadata: { noindex: true } })
  for (const path of ['/about/', '/es/about/', '/lenses/'])
    expect([path, await read(path)]).toEqual([path, expect.stringContaining(robots)])
  for (const path of ['/sitemap.xml', '/llms.txt', '/api/search?q=telescopes', '/api/search?q=lenses'])
    expect([path, /\/about\/|\/lenses\//.test(await read(path))]).toEqual([path, false])
})

test('only true and false are taken', async () => {
  expect((await send('POST', '/api/blog', { ...input, metadata: { noindex: 'yes' } })).status).toBe(422)
})
