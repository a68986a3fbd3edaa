import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
  cookie = await t.signIn()
})
afterAll(() => t.close())

const host = 'http://acme.test'
const send = async (method: string, path: string, body?: object) => {
  const headers = { cookie, origin: host, 'content-type': 'application/json' }
  const answer = await t.ask(path, { method, headers, body: body && JSON.stringify(body) })
  expect([method, path, answer.status < 300]).toEqual([method, path, true])
  return (answer.status === 204 ? {} : await answer.json()) as { id: number; url: string }
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await t.ask(path, { headers })
  const text = await answer.text()
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
  return { status: answer.status, location: answer.headers.get('location'), text, all }
}

const hero = { id: 'top', type: 'hero', title: 'Measured first', text: 'Two weeks, one report.' }
const blocks = [
  hero,
  { id: 'how', type: 'text', html: '<p>With a stopwatch</p>' },
  { id: 'not', type: 'text', html: '<p>Unseen words</p>', hidden: true },
]
const es = {
  title: 'Servicio',
  slug: 'servicio',
  blocks: { top: { title: 'Primero se mide' }, not: { html: '<p>Unseen</p>' } },
}
const page = (changes: object = {}) => ({
  title: 'Our service',
  slug: 'service',
  blocks,
  translations: { es },
  ...changes,
})

test('a page is shown at the top level of the site, in both languages, with its metadata for search engines', async () => {
  const { id } = await send('POST', '/api/pages', page())
  const english = await get('/service/')
  const spanish = await get('/es/servicio/')
  expect([english.status, spanish.status]).toEqual([200, 200])
  expect(english.all(/<h1[^>]*>([^<]*)<\/h1>/g)).toEqual(['Measured first'])
  expect(spanish.all(/<h1[^>]*>([^<]*)<\/h1>/g)).toEqual(['Primero se mide'])
  expect(spanish.text).toMatch(/lang="en"[^>]*>(?:<[^>]*>)?<p[^>]*>With a stopwatch|lang="en"><p>With a stopwatch/)
  for (const { text } of [english, spanish]) {
    expect(text).not.toContain('Unseen')
    expect(text).toContain('<link rel="alternate" hrefLang="en" href="http://acme.test/service/"/>')
    expect(text).toContain('<link rel="alternate" hrefLang="es" href="http://acme.test/es/servicio/"/>')
    expect(text).toContain('"@type":"WebPage"')
    expect(text).toContain('"@type":"BreadcrumbList"')
  }
  expect(english.text).toContain('<link rel="canonical" href="http://acme.test/service/"/>')
  expect(spanish.text).toContain('<link rel="canonical" href="http://acme.test/es/servicio/"/>')
  expect(english.text).toContain('<meta name="description" content="Two weeks, one report."/>')
  const titles = (text: string) =>
    ['<title>', 'og:title" content="'].map((start) => text.split(start)[1]?.split(/["<]/)[0])
  expect(titles(english.text)).toEqual(['Our service · Industria AI', 'Our service'])
  expect(titles(spanish.text)).toEqual(['Servicio · Industria AI', 'Servicio'])
  const map = await get('/sitemap.xml')
  for (const path of ['/service/', '/es/servicio/']) expect(map.text).toContain(`<loc>${host}${path}</loc>`)
  expect((await get('/search/?q=stopwatch')).text).toContain('href="/service/"')
  expect((await get('/servicio/')).location).toBe('/service/')
  expect((await get('/es/service/?a=b')).location).toBe('/es/servicio/?a=b')
  expect((await get('/service')).location).toBe('/service/')
  await send('DELETE', `/api/pages/${id}`)
  expect([(await get('/service/')).status, (await get('/es/servicio/')).status]).toEqual([404, 404])
})

test('an unknown page is like any unknown path, and costs no query', async () => {
  await send('POST', '/api/pages', page({ slug: 'here', translations: {} }))
  const lost = await get('/never-there/')
  expect(lost.status).toBe(404)
  const unknown = await get('/never/there/')
  expect(lost.text.replaceAll('/never-there/', '')).toBe(unknown.text.replaceAll('/never/there/', ''))
  const asked = spyOn(t.services.db, 'select')
  for (let at = 0; at < 20; at++) expect((await get(`/nobody-${at}/`)).status).toBe(404)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('built-in paths take precedence', async () => {
  expect((await get('/blog/')).status).toBe(200)
  for (const path of ['/ES/', '/es/es/', '/es/admin/', '/en/', '/Blog/', '/assets/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('an old address redirects: a manual redirect, and that of a moved page, until another page takes the address', async () => {
  await send('POST', '/api/redirects', { from: '/old/', to: '/blog/' })
  expect([(await get('/old/')).status, (await get('/old/')).location]).toEqual([301, '/blog/'])
  const { id } = await send('POST', '/api/pages', page({ slug: 'before', translations: {} }))
  await send('PUT', `/api/pages/${id}`, page({ slug: 'after', translations: {} }))
  expect((await get('/before/')).location).toBe('/after/')
  expect((await get('/es/before/')).location).toBe('/es/after/')
  await send('PUT', `/api/pages/${id}`, page({ slug: 'after', status: 'draft', translations: {} }))
  expect((await get('/before/')).status).toBe(404)
  await send('PUT', `/api/pages/${id}`, page({ slug: 'after', status: 'published', translations: {} }))
  expect((await get('/before/')).location).toBe('/after/')
  await send('POST', '/api/pages', page({ slug: 'before', translations: {} }))
  expect((await get('/before/')).status).toBe(200)
  const taken = await t.ask('/api/redirects', {
    method: 'POST',
    headers: { cookie, origin: host, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '/before/', to: '/blog/' }),
  })
  expect(taken.status).toBe(422)
})

test('a draft and a scheduled page are shown only in a preview', async () => {
  await send('POST', '/api/pages', page({ slug: 'draft', status: 'draft', translations: {} }))
  await send('POST', '/api/pages', page({ slug: 'later', publishedAt: '2999-01-01T00:00:00.000Z', translations: {} }))
  for (const path of ['/draft/', '/later/']) expect([path, (await get(path)).status]).toEqual([path, 404])
  const { url } = await send('POST', '/api/previews', {
    kind: 'custom-page',
    values: page({ slug: '' }),
    language: 'es',
  })
  const shown = await get(new URL(url).pathname)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('Primero se mide')
  expect(shown.text).not.toContain('Unseen')
  const marked = await t.ask('/api/preview', {
    method: 'POST',
    headers: { cookie, origin: host, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'custom-page',
      language: 'en',
      draft: {
        title: 'Half',
        blocks: [
          { ...hero, title: '' },
          blocks[1],
          blocks[2],
          { id: 'wrong', type: 'posts', title: 'Kept', count: 'x' },
          { id: 'unknown', type: 'video' },
        ],
      },
    }),
  })
  const { html } = (await marked.json()) as { html: string }
  expect(html).toContain('data-field="blocks.how.html"')
  // Sections are marked with the ids of their blocks, only here; a wrong value takes no other block away.
  expect(
    [...html.matchAll(/<section id="([^"]+)"[^>]* data-block="([^"]+)"/g)].map(([, id, block]) => [id, block]),
  ).toEqual([
    ['hero', hero.id],
    ['text', 'how'],
    ['posts', 'wrong'],
  ])
  expect(html).toContain('>Kept</h2>')
  expect(shown.text).not.toContain('data-block')
  expect(html).not.toContain('Unseen')
})

test('a page is rendered again when posts change that it may show', async () => {
  await send('POST', '/api/pages', page({ slug: 'news', translations: {} }))
  const tag = async () => (await t.ask('/news/')).headers.get('etag')
  const before = await tag()
  expect(await tag()).toBe(before)
  const { id } = await send('POST', '/api/blog', postInput({ slug: 'one' }))
  const made = spyOn(t.services.db, 'select')
  await tag()
  expect(made).toHaveBeenCalled()
  made.mockRestore()
  await send('DELETE', `/api/blog/${id}`)
})

test('the questions of a page are in its structured data, and the hidden ones are not', async () => {
  const ask = (id: string, question: string, hidden?: true) => ({
    id,
    type: 'faq',
    questions: [{ question, answer: '<p>Soon</p>' }],
    ...(hidden && { hidden }),
  })
  const { id } = await send(
    'POST',
    '/api/pages',
    page({ blocks: [ask('a', 'When?'), ask('b', 'Unseen?', true)], translations: {} }),
  )
  const { text } = await get('/service/')
  expect(text).toContain('"@type":"FAQPage"')
  expect(text).toContain('{"@type":"Question","name":"When?","acceptedAnswer":{"@type":"Answer","text":"Soon"}}')
  expect(text).not.toContain('Unseen')
  await send('DELETE', `/api/pages/${id}`)
})

test('blocks of posts and projects show what is live at that moment, a scheduled post from its second on', async () => {
  const lists = [
    { id: 'a', type: 'posts', count: 2 },
    { id: 'b', type: 'posts', category: 'roofs', count: 2 },
    { id: 'c', type: 'projects', count: 1 },
  ]
  const { id } = await send('POST', '/api/pages', page({ blocks: lists, translations: {} }))
  const shown = async () => (await get('/service/')).all(/<h2 class="card-title"><a[^>]*>([^<]*)/g)
  expect(await shown()).toEqual([])
  const { id: first } = await send('POST', '/api/blog', postInput({ slug: 'slate', title: 'Slate', category: 'Roofs' }))
  expect(await shown()).toEqual(['Slate', 'Slate'])
  const soon = new Date(Date.now() + 1500).toISOString()
  const { id: second } = await send(
    'POST',
    '/api/blog',
    postInput({ slug: 'tiles', title: 'Tiles', publishedAt: soon }),
  )
  expect(await shown()).toEqual(['Slate', 'Slate'])
  await Bun.sleep(1700)
  expect(await shown()).toEqual(['Tiles', 'Slate', 'Slate'])
  for (const post of [first, second]) await send('DELETE', `/api/blog/${post}`)
  expect(await shown()).toEqual([])
  await send('DELETE', `/api/pages/${id}`)
})
