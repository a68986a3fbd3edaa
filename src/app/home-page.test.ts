import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { customPages } from '#features/custom-pages/table'
import type { CustomPage } from '#features/custom-pages/contract'
import type { SiteAnswer } from '#features/settings/site/contract'
import { testPipeline } from '#test/pipeline'
import { collectContent, replaceContent } from '#test/site-content'
import { textsIn } from '#test/content/texts-in'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
let shown: { id: number; version: number }
beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false, siteUrl: host } })
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn()
  shown = (await write('POST', '/api/pages', workshop)).json
})
afterAll(() => t.close())

const host = 'http://acme.test'
async function write(method: string, path: string, body?: object) {
  const headers = { cookie, origin: host, 'content-type': 'application/json' }
  const answer = await t.ask(path, { method, headers, body: body && JSON.stringify(body) })
  const json = answer.status === 204 ? {} : await answer.json()
  return { status: answer.status, json: json as CustomPage & SiteAnswer & { message: string; issues: object[] } }
}
async function get(path: string) {
  const answer = await t.ask(path)
  const html = await answer.text()
  const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
  return { status: answer.status, to: answer.headers.get('location'), html, heading }
}
const makeHome = (page: number | string | null) => write('PUT', '/api/site', { home: page === null ? null : { page } })

const workshop = {
  title: 'Workshop',
  slug: 'workshop',
  blocks: [
    { id: 'top', type: 'hero', title: 'Clocks, mended', text: 'By hand, in Cuenca.' },
    { id: 'ask', type: 'contact', title: 'Write to us' },
    { id: 'faq', type: 'faq', title: 'Questions', questions: [{ question: 'How long?', answer: '<p>A week.</p>' }] },
  ],
  translations: {
    es: { title: 'Taller', slug: 'taller', blocks: { top: { title: 'Relojes reparados', text: 'A mano.' } } },
  },
}

test('a page named by id or slug is the home page in both languages, and null gives the built-in one back', async () => {
  const before = (await get('/')).heading
  for (const page of [shown.id, 'workshop', 'taller']) {
    const { status, json } = await makeHome(page)
    expect([status, json.home]).toEqual([200, { page: shown.id }])
    expect([(await get('/')).heading, (await get('/es/')).heading]).toEqual(['Clocks, mended', 'Relojes reparados'])
  }
  const { json } = await write('PUT', '/api/site', { accent: '#123456' })
  expect(json.home).toEqual({ page: shown.id })
  expect((await makeHome(null)).json.home).toBe(null)
  expect((await get('/')).heading).toBe(before)
  expect((await get('/workshop/')).heading).toBe('Clocks, mended')
})

test('its own paths redirect to the home page, with their query', async () => {
  await makeHome(shown.id)
  const moved = async (path: string) => {
    const { status, to } = await get(path)
    return [status, to]
  }
  expect(await moved('/workshop/')).toEqual([301, '/'])
  expect(await moved('/workshop')).toEqual([308, '/workshop/'])
  expect(await moved('/workshop/?utm_source=a')).toEqual([301, '/?utm_source=a'])
  expect(await moved('/taller/')).toEqual([301, '/'])
  expect(await moved('/es/taller/')).toEqual([301, '/es/'])
  expect(await moved('/workshop/index.md')).toEqual([301, '/index.md'])
  await makeHome(null)
  expect((await get('/workshop/')).status).toBe(200)
})

test('canonical, hreflang, linked data, sitemap, llms.txt, menu and search name the home page', async () => {
  await write('PUT', '/api/site', {
    navigation: [
      { label: textsIn('Start', { es: 'Inicio' }), href: '/workshop/', children: [] },
      { label: textsIn('Blog', { es: '' }), href: '/blog/', children: [] },
    ],
  })
  expect((await get('/blog/')).html).toContain('href="/workshop/"')
  await makeHome(shown.id)
  for (const [path, canonical] of [
    ['/', `${host}/`],
    ['/es/', `${host}/es/`],
  ] as const) {
    const { html } = await get(path)
    expect(html).toContain(`<link rel="canonical" href="${canonical}"/>`)
    expect(html).toContain(`hrefLang="en" href="${host}/"`)
    expect(html).toContain(`hrefLang="es" href="${host}/es/"`)
    expect(html).toContain('"@type":"WebSite"')
    expect(html).toContain('"@type":"FAQPage"')
    expect(html).not.toContain('BreadcrumbList')
    expect(html).not.toMatch(/href="[^"]*\/(workshop|taller)\//)
  }
  expect((await get('/blog/')).html).toContain('<a href="/"')
  const sitemap = (await get('/sitemap.xml')).html
  expect(sitemap).toContain(`<loc>${host}/</loc>`)
  expect(sitemap).not.toContain('/workshop/')
  const llms = (await get('/llms.txt')).html
  expect(llms).toContain(`(${host}/index.md)`)
  expect(llms).not.toContain('/workshop/')
  const found = JSON.parse((await get('/api/search?q=Cuenca')).html) as { url: string; title: string }[]
  expect(found.map(({ url, title }) => [url, title])).toEqual([['/', 'Workshop']])
})

test('an untranslated page is the home page of both languages too', async () => {
  await write('PUT', `/api/pages/${shown.id}`, { ...workshop, translations: {} })
  await makeHome(shown.id)
  const { status, html } = await get('/es/')
  expect(status).toBe(200)
  expect(html).toContain('Clocks, mended')
  expect(html).toContain(`hrefLang="es" href="${host}/es/"`)
})

test('a change of the page or of its slug is shown at once', async () => {
  await makeHome(shown.id)
  expect((await get('/')).heading).toBe('Clocks, mended')
  await get('/blog/')
  const blocks = [{ ...workshop.blocks[0], title: 'Watches, mended' }]
  await write('PUT', `/api/pages/${shown.id}`, { ...workshop, slug: 'atelier', blocks })
  expect((await get('/')).heading).toBe('Watches, mended')
  expect((await get('/atelier/')).to).toBe('/')
  expect((await get('/workshop/')).to).toBe('/atelier/')
  expect((await get('/blog/')).html).toContain('"home":"atelier"')
})

test('the home page can be neither trashed nor unpublished nor scheduled, one by one or with others', async () => {
  await makeHome(shown.id)
  const other = (await write('POST', '/api/pages', { ...workshop, slug: 'other', translations: {} })).json
  const refused = [
    await write('DELETE', `/api/pages/${shown.id}`),
    await write('PUT', `/api/pages/${shown.id}`, { ...workshop, status: 'draft' }),
    await write('PUT', `/api/pages/${shown.id}`, { ...workshop, publishedAt: '2999-01-01T00:00:00.000Z' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(refused[0]!.json.message).toBe('This page is the home page. Choose another home page first.')
  expect((await get('/')).heading).toBe('Clocks, mended')
  await makeHome(other.id)
  expect((await write('DELETE', `/api/pages/${shown.id}`)).status).toBeLessThan(300)
  expect((await get('/workshop/')).status).toBe(404)
})

test('refuses drafts, trashed and unknown pages, and the built-in ones, with the field', async () => {
  const { json: draft } = await write('POST', '/api/pages', {
    ...workshop,
    slug: 'draft',
    translations: {},
    status: 'draft',
  })
  for (const page of [draft.id, 'draft', 4711, 'nothing', 'blog']) {
    const { status, json } = await makeHome(page)
    expect([page, status, json.issues]).toEqual([
      page,
      422,
      [{ path: 'home.page', message: 'Please choose a published page of your own' }],
    ])
  }
  for (const home of [{ page: '' }, { page: -1 }, { page: null }, {}, 7])
    expect((await write('PUT', '/api/site', { home })).status).toBe(422)
  expect((await get('/')).heading).not.toBe('Clocks, mended')
})

test('forms of its blocks work without scripts, and a preview of the settings shows it', async () => {
  await makeHome(shown.id)
  const body = new URLSearchParams({
    name: 'Ada',
    email: 'ada@acme.test',
    subject: 'Clock',
    message: 'It stands still.',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: host }
  const sent = await t.ask('/?form=contact', { method: 'POST', headers, body: String(body) })
  const html = await sent.text()
  expect([sent.status, html.includes('Clocks, mended')]).toEqual([200, true])
  const messages = await t.ask('/api/contact', { headers: { cookie } })
  expect(await messages.text()).toContain('It stands still.')
  await makeHome(null)
  const preview = async (kind: string, draft: object, id?: string) =>
    ((await write('POST', '/api/preview', { kind, id, language: 'en', draft })).json as unknown as { html: string })
      .html
  expect(await preview('site-settings', { home: { page: shown.id } })).toContain('Clocks, mended')
  await makeHome(shown.id)
  expect(await preview('site-settings', { home: null })).not.toContain('Clocks, mended')
  expect(await preview('page', { content: '{"heroTitle":"Built in"}' }, 'home')).toContain('Built')
})

test('an archive carries it, and a page that is missing there is no home page', async () => {
  await makeHome(shown.id)
  const archive = await collectContent(t.services.db)
  await makeHome(null)
  await replaceContent(t.services, archive)
  await t.services.cacheTags.touch('all')
  expect((await get('/')).heading).toBe('Clocks, mended')
  await t.services.db.delete(customPages)
  await t.services.cacheTags.touch('all')
  const { status, heading } = await get('/')
  expect([status, heading === 'Clocks, mended']).toEqual([200, false])
})
