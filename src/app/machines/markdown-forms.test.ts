import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { pageContents } from '#features/page-contents/table'
import { sitePaths } from '#i18n/addresses/paths'
import { testPipeline } from '#test/pipeline'
import { postInput, projectInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const title = 'Cranes: "all" of them'
const post = {
  author: 'Ada Lovelace',
  content:
    '<h2>Lifting</h2><p>They <strong>lift</strong>. See <a href="/about/">us</a>.</p><figure><img src="/og.png" alt="A crane"><figcaption>At work</figcaption></figure>',
  publishedAt: '2026-03-01T10:00:00.000Z',
  translations: { es: { title: 'Grúas', slug: 'gruas', content: '<p>Levantan.</p>' } },
}

const publish = () => t.publish('cranes', title, post)

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await t.ask(path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('a post is served as Markdown with front matter, in each language at its own address', async () => {
  await publish()
  const english = await read('/blog/cranes/index.md')
  expect(english.status).toBe(200)
  expect(english.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(english.headers.get('x-robots-tag')).toBe('noindex')
  expect(english.text).toStartWith('---\ntitle: "Cranes: \\"all\\" of them"\ndescription: "')
  expect(english.text).toContain('\ndate: "2026-03-01T10:00:00.000Z"\nauthor: "Ada Lovelace"\n')
  expect(english.text).toContain('\ncanonical: "http://acme.test/blog/cranes/"\n---\n')
  expect(english.text).toMatch(/^March 1, 2026 +Ada Lovelace +1 min read$/m)
  expect(english.text).toContain('## Lifting\n\nThey **lift**. See [us](http://acme.test/about/).\n')
  expect(english.text).toContain('![A crane](http://acme.test/og.png "At work")')

  const spanish = await read('/es/blog/gruas/index.md')
  expect(spanish.headers.get('content-language')).toBe('es')
  expect(spanish.text).toContain('title: "Grúas"')
  expect(spanish.text).toContain('Levantan.')
  // The visitor's preference does not matter for a path without a language.
  expect((await read('/blog/cranes/index.md', { cookie: 'industria-language=es' })).text).toBe(english.text)
})

test('a project has its facts and results in Markdown, in linked data and in the search', async () => {
  const cookie = await t.signIn()
  const answer = await t.ask('/api/projects', {
    method: 'POST',
    headers: { cookie, origin: 'http://acme.test', 'content-type': 'application/json' },
    body: JSON.stringify(
      projectInput({
        facts: [{ label: 'Place', value: 'Rotterdam <b>' }],
        results: [
          { label: 'Time per lease', before: '74 min', after: '21 min', note: 'By hand before.' },
          { label: 'Examination', before: 'Similar', after: 'Similar' },
        ],
        translations: { es: { title: 'Lector', slug: 'lector', facts: [{ label: 'Lugar', value: 'Róterdam' }] } },
      } as Parameters<typeof projectInput>[0]),
    ),
  })
  expect(answer.status).toBe(201)
  const english = await read('/projects/lease-reader/index.md')
  expect(english.text).toContain('**Place**\n\nRotterdam \\<b>\n')
  expect(english.text).toContain('**Time per lease**\n\n74 min → **21 min**\n\nBy hand before.\n')
  expect(english.text).toContain('**Examination**\n\nSimilar *No effect*\n')
  expect((await read('/es/projects/lector/index.md')).text).toContain('**Lugar**\n\nRóterdam\n')
  const page = (await read('/es/projects/lector/')).text
  expect(page).toContain('"about":[{"@type":"PropertyValue","name":"Lugar","value":"Róterdam"}]')
  expect(page).toContain('<dt lang="en">Time per lease</dt>')
  expect((await read('/projects/lease-reader/')).text).toContain('"description":"74 min → 21 min. By hand before."')
  const found = await read('/api/search?q=rotterdam')
  expect([found.status, found.text]).toEqual([200, expect.stringContaining('/projects/lease-reader/')])
})

test('it is cached like its page: updated by a write, gone with it, redirected where it moves', async () => {
  await publish()
  const first = await read('/blog/cranes/index.md')
  const tag = first.headers.get('etag')!
  expect((await read('/blog/cranes/index.md', { 'if-none-match': tag })).status).toBe(304)
  const cookie = await t.signIn()
  const [{ id, version }] = (await (await t.ask('/api/blog', { headers: { cookie } })).json()) as [
    { id: number; version: number },
  ]
  const write = (method: string, on: number, body?: object) =>
    t.ask(`/api/blog/${id}`, {
      method,
      headers: { cookie, origin: 'http://acme.test', 'content-type': 'application/json', 'if-match': `"${on}"` },
      body: body && JSON.stringify(body),
    })
  const changed = await write('PUT', version, postInput({ ...post, title, slug: 'lifts', content: '<p>Anew</p>' }))
  expect(changed.status).toBe(200)
  const moved = await read('/blog/cranes/index.md')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/lifts/index.md'])
  expect((await read('/blog/lifts/index.md')).text).toContain('Anew')
  expect((await write('DELETE', version + 1)).status).toBeLessThan(300)
  expect((await read('/blog/lifts/index.md')).status).toBe(404)
})

test('every built-in page has a Markdown version, and links it; no other address does', async () => {
  for (const path of Object.values(sitePaths))
    for (const address of [path, `/es${path}`]) {
      const form = await read(`${address}index.md`)
      expect([address, form.status]).toEqual([address, 200])
      expect(form.text).toMatch(/^---\ntitle: ".+"\ndescription: ".+"\nauthor: "/)
      expect(form.text).toMatch(/\n# \S/)
      const page = await read(address)
      expect(page.text).toContain(
        `<link rel="alternate" type="text/markdown" href="http://acme.test${address}index.md"/>`,
      )
    }
  for (const path of ['/search/', '/none/', '/blog/none/', '/api/', '/preview/abc/', '/unsubscribe/abc/'])
    expect([path, (await read(`${path}index.md`)).status]).toEqual([path, 404])
  expect((await read('/search/?q=crane')).text).not.toContain('text/markdown')
  expect((await t.ask('/index.md', { method: 'POST' })).status).toBe(405)
})

test('a built-in page with content of its own has the date of its last change', async () => {
  const updatedAt = '2026-03-02T10:00:00.000Z'
  await t.services.db.insert(pageContents).values([
    { page: 'about', content: '{}', updatedAt },
    { page: 'blog', content: '{}', updatedAt },
    { page: 'home', content: '{}', updatedAt },
  ])
  await t.services.cacheTags.touch(['page'])
  for (const path of ['/about/', '/es/blog/', '/'])
    expect((await read(`${path}index.md`)).text).toContain(`\ndate: "${updatedAt}"\nauthor: "`)
})

test('unknown hosts appear in it as requested', async () => {
  const { text } = await t
    .ask('/about/index.md', { host: 'made-up.test' })
    .then(async (answer) => ({ text: await answer.text() }))
  expect(text).toContain('canonical: "http://made-up.test/about/"')
})

test('llms.txt describes the site and lists its pages', async () => {
  await publish()
  const { status, headers, text } = await read('/llms.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^# .+\n\n> .+\n\n## Pages\n\n- \[.+\]\(http:\/\/acme\.test\/index\.md\): /)
  expect(text).toContain('\n## Blog\n\n- [Cranes: "all" of them](http://acme.test/blog/cranes/index.md)')
  const spanish = (await read('/es/llms.txt')).text
  expect(spanish).toContain('[Grúas](http://acme.test/es/blog/gruas/index.md)')
  expect(spanish).toContain('(http://acme.test/es/about/index.md)')
  for (const [, address] of text.matchAll(/\]\(http:\/\/acme\.test([^)]+)\)/g))
    expect([address, (await read(address!)).status]).toEqual([address, 200])
})

test.each([
  '/admin/index.md',
  '/admin/dashboard/index.md',
  '/admin/unknown/index.md',
  '/es/admin/index.md',
  '/es/admin/blog/index.md',
  '/admin/dashboard.html',
])('%p is a 404, whoever asks', async (path) => {
  const cookie = await t.signIn()
  expect([(await read('/admin/dashboard/')).status, (await read('/admin/dashboard/', { cookie })).status]).toEqual([
    303, 200,
  ])
  expect([(await read(path)).status, (await read(path, { cookie })).status]).toEqual([404, 404])
  expect((await t.ask(path, { method: 'HEAD' })).status).toBe(404)
})

test('a 404 below the admin is neither stored nor indexed', async () => {
  const { headers } = await read('/admin/index.md')
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
})
