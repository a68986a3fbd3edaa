import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { fillWhenEmpty } from '#app/content/fill'
import { patterns } from '#features/custom-pages/patterns/patterns'
import { posts } from '#features/posts/table'
import { builtInTexts, isTextKey } from '#features/settings/texts/store'
import { ownerSettings } from '#platform/owner/table'
import { hintsFolder, readReadable } from '#platform/readable-rows'
import { starterPages, starterPosts, starterProjects } from '#test/content/starter'
import { testPipeline } from '#test/pipeline'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  await fillWhenEmpty(t.services)
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: unknown, as = cookie) {
  const headers = { cookie: as, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as never, text }
}
const page = async (path: string) => (await t.ask(path)).text()
const isOpen = async () => ((await send('GET', '/api/setup')).json as { open: boolean }).open

const sentence = { en: 'We repair bicycles while you wait.', es: 'Reparamos bicicletas al momento.' }
const answers = { name: 'Dos Ruedas', sentence, accent: '#1d6f5c', start: 'empty' }

/** Every public address: pages, feeds, files for machines, and reads of the API. */
const publicAddresses = [
  ...['', '/es'].flatMap((prefix) => [
    ...['/', '/projects/', '/blog/', '/about/', '/contact/', '/legal/'].flatMap((path) => [
      prefix + path,
      `${prefix}${path}index.md`,
    ]),
    `${prefix}/search/?q=project`,
    `${prefix}/nothing-here/`,
    `${prefix}/llms.txt`,
    `${prefix}/blog/feed.xml`,
    `${prefix}/blog/feed.json`,
  ]),
  '/sitemap.xml',
  '/site.webmanifest',
  '/api/blog',
  '/api/projects',
  '/api/projects/featured',
  '/api/site',
  '/api/search?q=project',
  ...['home', 'projects', 'blog', 'about', 'contact', 'legal'].map((name) => `/api/page-contents/${name}`),
  ...starterPosts.map(({ slug }) => `/blog/${slug}/`),
  ...starterProjects.map(({ slug }) => `/projects/${slug}/`),
]
const everythingPublic = async () =>
  (await Promise.all(publicAddresses.map(async (path) => `${path} ${await page(path)}`))).join('\n')

/** All sentences in rows, without their markup. */
function sentencesIn(value: unknown, key = ''): string[] {
  if (['page', 'slug', 'imageUrl', 'publishedAt', 'keywords'].includes(key)) return []
  if (typeof value === 'string')
    return value
      .split(/<[^>]*>|\n/)
      .map((line) => line.trim())
      .filter((line) => line.length > 20)
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => sentencesIn(part, name))
    : []
}
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;')
/** Generic words that are also texts of the interface (*Privacy Policy*) say nothing about the examples. */
const ofInterface = Object.values(builtInTexts())
  .map((texts) => JSON.stringify(texts))
  .join()
const samples = [starterPosts, starterProjects, starterPages]
  .flatMap((rows) => sentencesIn(rows))
  .filter((text) => !ofInterface.includes(text))
const found = (all: string, texts: string[]) => texts.filter((text) => all.includes(text) || all.includes(asHtml(text)))

describe('the first screens', () => {
  test('are answered once, by an administrator with a session', async () => {
    expect((await send('POST', '/api/setup', answers, '')).status).toBe(401)
    expect(await isOpen()).toBe(true)
    expect(await send('POST', '/api/setup', answers)).toMatchObject({ status: 200, json: { open: false } })
    expect(await isOpen()).toBe(false)
    const again = await send('POST', '/api/setup', { ...answers, name: 'Other' })
    expect(again).toMatchObject({ status: 409, json: { message: 'The site has been set up already' } })
    expect((await send('GET', '/api/site')).json).toMatchObject({ name: 'Dos Ruedas' })
  })

  test('of concurrent answers one succeeds', async () => {
    const results = await Promise.all([1, 2, 3].map((n) => send('POST', '/api/setup', { name: `Site ${n}` })))
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('can be skipped as a whole, and then everything stays as it came', async () => {
    const before = await page('/')
    expect((await send('POST', '/api/setup', {})).status).toBe(200)
    expect(await isOpen()).toBe(false)
    expect(await page('/')).toBe(before)
    expect((await send('GET', '/api/blog')).json).toHaveLength(starterPosts.length)
  })

  test('never open for a site that is older than them', async () => {
    await t.services.db.update(ownerSettings).set({ setup: null })
    expect(await isOpen()).toBe(false)
    expect((await send('POST', '/api/setup', answers)).status).toBe(409)
    expect((await send('GET', '/api/blog')).json).toHaveLength(starterPosts.length)
  })

  test('refuse each invalid answer by its field, and stay open', async () => {
    const cases: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ name: 5 }, 'name'],
      [{ sentence: 'text' }, 'sentence'],
      [{ sentence: { en: 'x'.repeat(201) } }, 'sentence.en'],
      [{ sentence: { es: 1 } }, 'sentence.es'],
      [{ sentence: { de: 'Hallo' } }, 'sentence.de'],
      [{ accent: 'red' }, 'accent'],
      [{ logo: 0 }, 'logo'],
      [{ logo: 999 }, 'logo'],
      [{ start: 'blank' }, 'start'],
      [{ colour: '#000000' }, 'colour'],
    ]
    for (const [body, path] of cases) {
      const { status, json } = await send('POST', '/api/setup', body)
      expect([status, (json as { issues: { path: string }[] }).issues.map((issue) => issue.path)]).toEqual([
        422,
        [path],
      ])
    }
    expect(await isOpen()).toBe(true)
  })
})

describe('the name and the sentence', () => {
  test('take effect everywhere at once, with the example texts too', async () => {
    await page('/')
    await send('POST', '/api/setup', { ...answers, start: 'example' })
    const [english, spanish] = [await page('/'), await page('/es/')]
    expect(english).toContain('<p class="hero-subtitle">We repair bicycles while you wait.</p>')
    expect(spanish).toContain('<p class="hero-subtitle">Reparamos bicicletas al momento.</p>')
    for (const html of [english, spanish]) expect(html).toContain('og:site_name" content="Dos Ruedas"')
    expect(await page('/llms.txt')).toStartWith('# Dos Ruedas\n')
    expect(await page('/site.webmanifest')).toContain('Dos Ruedas')
    const site = (await send('GET', '/api/site')).json as Record<string, unknown>
    expect(site).toMatchObject({ name: 'Dos Ruedas', accent: '#1d6f5c', footer: sentence })
    expect((await send('GET', '/api/blog')).json).toHaveLength(starterPosts.length)
    expect((await send('GET', '/api/activity')).json as { kind: string }[]).toHaveLength(1)
  })

  test('one language is enough: the other shows the same sentence', async () => {
    await send('POST', '/api/setup', { sentence: { es: sentence.es } })
    expect(await page('/')).toContain('<p class="hero-subtitle">Reparamos bicicletas al momento.</p>')
    expect(await page('/es/')).toContain('<p class="hero-subtitle">Reparamos bicicletas al momento.</p>')
  })

  test('example texts are inserted where the site has none', async () => {
    await t.reset()
    cookie = await t.signIn()
    await send('POST', '/api/setup', { ...answers, start: 'example' })
    expect((await send('GET', '/api/blog')).json).toHaveLength(starterPosts.length)
    expect(await page('/')).toContain('We repair bicycles while you wait.')
  })
})

describe('empty pages with hints', () => {
  test('have six pages, a draft of a post and of a project, and no trace of the examples', async () => {
    const before = await everythingPublic()
    expect(found(before, samples).length).toBeGreaterThan(100)
    expect((await send('POST', '/api/setup', answers)).status).toBe(200)
    const all = await everythingPublic()
    expect(found(all, samples)).toEqual([])
    const hints = sentencesIn(readReadable(hintsFolder))
    expect(hints.length).toBeGreaterThan(80)
    expect(found(all, hints)).toEqual([])
    for (const path of ['/', '/es/', '/about/', '/es/legal/']) expect((await t.ask(path)).status).toBe(200)
    expect((await send('GET', '/api/blog')).json).toEqual([] as never)
    expect((await send('GET', '/api/projects')).json).toEqual([] as never)
    for (const kind of ['blog', 'projects'])
      expect((await send('GET', `/api/${kind}?status=all`)).json).toMatchObject([{ status: 'draft' }] as never)
    const pages = (await send('GET', '/api/page-contents?status=all')).json as { page: string; draft: object | null }[]
    expect(pages.filter(({ draft }) => draft !== null)).toHaveLength(6)
    const home = (await send('GET', '/api/page-contents/home?status=all')).json as {
      draft: { values: { content: string } }
    }
    const draft = JSON.parse(home.draft.values.content) as Record<string, unknown>
    expect(draft).toMatchObject({
      heroTitle: 'Say in one line what visitors get from you',
      translations: { es: { heroTitle: 'Diga en una línea qué ofrece a quien le visita' } },
    })
    expect(draft).not.toHaveProperty('heroSubtitle')
    expect(draft.features).toHaveLength(3)
    expect((await send('GET', '/api/blog?status=trashed')).json).toEqual([] as never)
  })

  test('greet visitors with the name and the sentence, and speak to them where a page is missing', async () => {
    await send('POST', '/api/setup', answers)
    for (const word of ['Coming Soon', 'Industria', 'Manufacturing', 'v.0.1.0'])
      expect(await page('/')).not.toContain(word)
    expect(await page('/')).not.toContain('featured projects')
    expect(await page('/')).toMatch(/<h1[^>]*>.*Dos Ruedas.*<\/h1><p class="hero-subtitle">We repair bicycles/)
    expect(await page('/es/nothing-here/')).toContain('Esta página no existe o ha cambiado de dirección.')
    expect(await page('/nothing-here/')).not.toContain('router')
  })

  test('move an example that somebody has changed to the trash', async () => {
    const [first] = starterPosts
    const stored = (await send('GET', `/api/blog/${first?.slug}`)).json as { id: number }
    expect((await send('PUT', `/api/blog/${stored.id}`, { ...stored, title: 'Our own words' })).status).toBe(200)
    await send('POST', '/api/setup', answers)
    expect((await send('GET', '/api/blog?status=trashed')).json).toMatchObject([{ title: 'Our own words' }] as never)
    expect((await t.ask(`/blog/${first?.slug}/`)).status).toBe(404)
  })

  test('an import begins without example records and without drafts', async () => {
    await send('POST', '/api/setup', { ...answers, start: 'import' })
    expect(await t.services.db.$count(posts)).toBe(0)
    expect(found(await everythingPublic(), samples)).toEqual([])
  })

  test('name only texts that the site has', async () => {
    const texts = (await Bun.file(`${hintsFolder}/texts.json`).json()) as Record<string, Record<string, string>>
    expect(Object.keys(texts).filter((key) => !isTextKey(key))).toEqual([])
    expect(readdirSync(hintsFolder).toSorted()).toEqual(['pages', 'posts', 'projects', 'texts.json'])
  })
})

describe('hints that nobody has changed', () => {
  type Drafted = { id: number; title: string; excerpt: string; content: string; translations: object }
  const readDraft = async () => {
    const [draft] = (await send('GET', '/api/blog?status=draft')).json as { id: number }[]
    return (await send('GET', `/api/blog?status=draft&id=${draft?.id}`)).json as unknown as Drafted[]
  }

  test('are never published: required texts are refused by their fields, all others are left out', async () => {
    await send('POST', '/api/setup', answers)
    const [{ id }] = (await readDraft()) as [Drafted]
    const stored = (await send('GET', `/api/blog/first-post?status=draft`)).json as Drafted
    const own = { ...stored, status: 'published', imageUrl: '/images/post-private-models.webp' }
    const refused = await send('PUT', `/api/blog/${id}`, own)
    expect([refused.status, (refused.json as { issues: { path: string }[] }).issues.map(({ path }) => path)]).toEqual([
      422,
      ['title', 'excerpt', 'content'],
    ])
    expect(refused.json).toMatchObject({
      issues: [{ message: 'This is still the hint. Write your own text here.' }, {}, {}],
    })
    const written = { title: 'New chains', excerpt: 'What they cost.', content: '<p>Twelve euros.</p>' }
    expect((await send('PUT', `/api/blog/${id}`, { ...own, ...written })).status).toBe(200)
    const shown = (await send('GET', '/api/blog/first-post', undefined, '')).json as Drafted
    expect(shown).toMatchObject(written)
    expect(found(JSON.stringify(shown), sentencesIn(readReadable(hintsFolder)))).toEqual([])
    expect(found(await everythingPublic(), sentencesIn(readReadable(hintsFolder)))).toEqual([])
  })

  test('disappear from a page when it is published, and stay in what was typed', async () => {
    await send('POST', '/api/setup', answers)
    const { draft } = (await send('GET', '/api/page-contents/about?status=all')).json as {
      draft: { values: { content: string } }
    }
    const content = { ...(JSON.parse(draft.values.content) as object), title: 'The workshop' }
    const checks = (
      await send('POST', '/api/checks', { kind: 'page', id: 'about', values: { content: JSON.stringify(content) } })
    ).json as { code: string; path: string; language: string; level: string }[]
    const untouched = checks.filter(({ code }) => code === 'text-untouched')
    expect(untouched.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['vision', 'content', 'translations.es.title']),
    )
    expect(untouched.some(({ path, language }) => path === 'title' && language === 'en')).toBe(false)
    expect(untouched[0]).toMatchObject({ level: 'repair' })
    expect((await send('POST', '/api/page-contents', { page: 'about', content })).status).toBe(200)
    const [english, spanish] = [await page('/about/'), await page('/es/about/')]
    for (const html of [english, spanish]) {
      expect(html).toContain('The workshop')
      expect(found(html, sentencesIn(readReadable(hintsFolder)))).toEqual([])
    }
    const live = (await send('GET', '/api/page-contents/about')).json as { content: string }
    expect(found(live.content, sentencesIn(readReadable(hintsFolder)))).toEqual([])
  })

  test('are found among the texts of a template, too', async () => {
    const values = { title: patterns.landing.page.title, blocks: patterns.landing.page.blocks, slug: 'offer' }
    const checks = (await send('POST', '/api/checks', { kind: 'custom-page', values })).json as {
      code: string
      path: string
    }[]
    const paths = checks.filter(({ code }) => code === 'text-untouched').map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['title', 'blocks.top.text']))
    expect(paths).not.toContain('blocks.top.action.label')
  })
})
