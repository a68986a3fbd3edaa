import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { fillWhenEmpty } from '#app/content/fill'
import { collect } from '#app/content/write-archive'
import { insertSession } from '#auth/sessions/sessions'
import type { RemovalEntry, Sample, SamplesRemoved } from '#contract/samples'
import { pageContents } from '#features/page-contents/table'
import { posts } from '#features/posts/table'
import { outbox } from '#platform/mail/table'
import { projectInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'
import { packArchive, readArchive, replaceContent } from '#test/site-content'
import { starterPages, starterPosts, starterProjects } from '#test/content/starter'
import earlier from '../../starter/earlier.json'
import earlierSummaries from '../../starter/earlier-summaries.json'
import { isGeneric, textsIn } from './recognize'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
const origin = 'https://acme.test'
beforeAll(async () => {
  const mail = { url: 'smtp://mail.acme.test', from: 'a@acme.test', to: ['a@acme.test'] }
  t = await testPipeline({ config: { throttle: false, siteUrl: origin, mail } })
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  await fillWhenEmpty(t.services)
  cookie = await t.signIn(origin)
})
afterAll(() => t.close())

async function send<Body = unknown>(method: string, path: string, body?: unknown, as = cookie) {
  const headers = { cookie: as, origin, 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as Body }
}
async function write<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
  const { status, json } = await send<Body>(method, path, body)
  expect([path, status < 300, json]).toEqual([path, true, json])
  return json
}
const list = async () => (await send<Sample[]>('GET', '/api/samples')).json
const keysOf = (samples: Sample[]) =>
  samples.map(({ kind, id, field, language }) => [kind, id, field, language].join(' '))
const task = async () =>
  (await send<{ key: string }[]>('GET', '/api/checklist')).json.find(({ key }) => key === 'starter-text')
const page = (name: string, content: object) =>
  write('POST', '/api/page-contents', { page: name, content: JSON.stringify(content) })

/** Every public address: pages, feeds, files for machines, and reads of the API; `missing` ones answer 404. */
const perLanguage = [
  ...['/', '/projects/', '/blog/', '/about/', '/contact/', '/legal/'].flatMap((path) => [path, `${path}index.md`]),
  '/search/',
  '/search/?q=we',
  '/nothing/here/',
  '/nothing/',
  '/blog/nothing/',
  '/projects/nothing/',
  '/llms.txt',
  '/blog/feed.xml',
  '/blog/feed.json',
  ...starterPosts.map(({ slug }) => `/blog/${slug}/`),
  ...starterProjects.map(({ slug }) => `/projects/${slug}/`),
]
const addresses = [
  ...['', '/es'].flatMap((prefix) => perLanguage.map((path) => prefix + path)),
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/favicon.svg',
  '/.well-known/security.txt',
  '/api/blog',
  '/api/projects',
  '/api/projects/featured',
  '/api/site',
  '/api/search?q=we',
  ...Object.keys(starterPages).map((name) => `/api/page-contents/${name}`),
]

/** Words of the sample company, those of its industries and its waitlist, and the first letter of its logo. */
const words =
  /industria[ .-]?ai\b|industria\.example|Valencia|Marta|Jonas|Nuria|Ruben|AI applications|aplicaciones de IA|Coming Soon|Muy pronto|early access|acceso anticipado|router|enrutador|v\.0\.1\.0|Education|Manufacturing|Real Estate|Educación|Inmobiliario|future of AI|futuro de la IA|\/images\/(?:post|project|about)-|M2 3h5\.2v26H2z/i
const withoutSlug = ({ slug: _slug, ...texts }: Record<string, unknown>) => texts
const sentences = textsIn([starterPosts.map(withoutSlug), starterProjects.map(withoutSlug), starterPages, earlier])
  .flatMap((text) => text.split(/<[^>]*>|\n/))
  .map((line) => line.trim())
  .filter((line) => line.length > 24 && !isGeneric(line))
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;')

function foundIn(place: string, text: string): string[] {
  const named = words.exec(text)
  const said = sentences.find((one) => text.includes(one) || text.includes(inHtml(one)))
  return [...(named ? [`${place}: ${named[0]}`] : []), ...(said ? [`${place}: ${said}`] : [])]
}

/** What is left of the sample at all public addresses and in all mails that visitors get. */
async function leftovers(): Promise<string[]> {
  const found: string[] = []
  for (const path of addresses) found.push(...foundIn(path, await (await t.ask(path)).text()))
  for (const [language, referer] of Object.entries({ en: `${origin}/`, es: `${origin}/es/` })) {
    const headers = { origin, referer, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: `reader-${language}@example.com`, news: true })
    expect((await t.ask('/api/waitlist', { method: 'POST', headers, body })).status).toBe(201)
    for (const { letter } of await t.services.db.select().from(outbox)) {
      found.push(...foundIn(`mail ${language}`, JSON.stringify(letter)))
      for (const [link] of letter.text.matchAll(/https:\/\/acme\.test\/(?:waitlist\/confirm|unsubscribe)\/[\w-]+\//g)) {
        const path = new URL(link).pathname
        found.push(...foundIn(link, await (await t.ask(path)).text()))
        const pressed = {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'a=b',
        }
        found.push(...foundIn(`${link} pressed`, await (await t.ask(path, pressed)).text()))
      }
    }
    await t.services.db.delete(outbox)
  }
  return found
}

/** What the first screens ask of an owner. */
const company = {
  name: 'Dos Ruedas',
  footer: { en: 'We repair bicycles while you wait.', es: 'Reparamos bicicletas al momento.' },
  accent: '#1d6f5c',
}

describe('a made-up company', () => {
  test('that begins with the examples and removes them is itself at every public address', async () => {
    expect((await leftovers()).length).toBeGreaterThan(100)
    await write('PUT', '/api/site', company)
    const removed = await write<SamplesRemoved>('POST', '/api/samples/remove', {})
    expect(removed).toMatchObject({ kept: 0 })
    expect(removed.removed).toBeGreaterThan(100)
    expect(await list()).toEqual([])
    expect(await task()).toMatchObject({ state: 'done', count: 0 })
    expect(await leftovers()).toEqual([])
  }, 60_000)

  test('that begins empty is itself at every public address', async () => {
    const { footer: sentence, ...answers } = company
    await write('POST', '/api/setup', { ...answers, sentence, start: 'empty' })
    expect(await list()).toEqual([])
    expect(await task()).toMatchObject({ state: 'done', count: 0 })
    expect(await leftovers()).toEqual([])
    expect(await (await t.ask('/')).text()).toContain(sentence.en)
  }, 60_000)
})

describe('the list of samples', () => {
  test('names all that came with the site, each with its field, and the checklist counts it', async () => {
    const all = await list()
    expect(await task()).toMatchObject({ state: 'open', count: all.length, href: '/admin/samples/' })
    const keys = keysOf(all)
    expect(keys).toEqual([...new Set(keys)])
    for (const key of [
      'site-settings site name ',
      'site-settings site footer es',
      'site-settings site social.0.url ',
      'site-text hero.badge  en',
      'site-text footer.education  es',
      'site-text footer.version  en',
      'site-text errors.notFoundText  es',
      'page home heroTitle en',
      'page home features.2.description es',
      'page home heroPicture ',
      'page home features.0.icon ',
      'page contact address es',
      'page legal sections.3.content en',
      'post 1  ',
      'project 7  ',
    ])
      expect(keys).toContain(key)
    expect(keys).not.toContain('page contact title en')
    expect(all.find(({ field, language }) => field === 'features.0.title' && language === 'es')).toMatchObject({
      kind: 'page',
      id: 'home',
      title: 'Aplicaciones para su sector',
      href: '/admin/content/?page=home&field=translations.es.features.0.title',
    })
    expect((await send('GET', '/api/samples', undefined, '')).status).toBe(401)
    expect((await send('POST', '/api/samples/remove', {}, '')).status).toBe(401)
  })

  test('follows what the owner replaces, switches off and chooses', async () => {
    const before = new Set(keysOf(await list()))
    await write('PUT', '/api/site', { ...company, hidden: ['version', 'badge'], social: [] })
    await page('home', {
      heroTitle: 'Cycling in the city',
      features: [{ title: 'Repairs', icon: 'gear' }],
      heroPicture: { show: 'drawing', industries: ['education'] },
    })
    await write('PUT', '/api/site/texts', { 'footer.education': { en: 'Cities', es: 'Ciudades' } })
    const after = new Set(keysOf(await list()))
    const gone = [...before].filter((key) => !after.has(key))
    expect([...after].filter((key) => !before.has(key))).toEqual([])
    for (const key of ['site-settings site name ', 'site-text footer.version  en', 'site-text footer.education  es'])
      expect(gone).toContain(key)
    expect([...after].filter((key) => key.startsWith('page home') || key.startsWith('site-settings'))).toEqual([])
  })

  test('recognizes a post that came with the longer summary of an earlier release', async () => {
    const slug = 'finding-defects-with-forty-examples'
    const { excerpt, translations } = earlierSummaries[slug]
    const [stored] = await t.services.db.select().from(posts).where(eq(posts.slug, slug))
    const merged = { ...stored?.translations, es: { ...stored?.translations.es, ...translations.es } }
    await t.services.db.update(posts).set({ excerpt, translations: merged }).where(eq(posts.slug, slug))
    await t.services.cacheTags.touch('all')
    expect(keysOf(await list())).toContain(`post ${stored?.id}  `)
    const chart = /<figure><img src="\/images\/post-chart-forty.*<\/figure>\n?/
    const es = { ...stored?.translations.es, content: stored?.translations.es?.content?.replace(chart, '') }
    const before = { content: stored?.content.replace(chart, ''), author: '', translations: { es } }
    expect([before.content, es.content]).not.toEqual([stored?.content, stored?.translations.es?.content])
    await t.services.db
      .update(posts)
      .set({ ...before, excerpt: stored?.excerpt })
      .where(eq(posts.slug, slug))
    await t.services.cacheTags.touch('all')
    expect(keysOf(await list())).toContain(`post ${stored?.id}  `)
  })

  test('recognizes a project that came without facts and results, and the facts that stay in one of the owner’s', async () => {
    const [sample] = starterProjects
    const { id } = (await send<{ id: number; slug: string }[]>('GET', '/api/projects')).json.find(
      ({ slug }) => slug === sample?.slug,
    )!
    const ofProject = async () => keysOf(await list()).filter((key) => key.startsWith(`project ${id} `))
    const whole = [`project ${id}  `]
    expect(await ofProject()).toEqual(whole)
    const { es } = sample!.translations
    const plain = { ...sample, facts: [], results: [], translations: { es: { ...es, facts: [], results: [] } } }
    await write('PUT', `/api/projects/${id}`, plain)
    expect(await ofProject()).toEqual(whole)
    const own = projectInput({ title: 'Wheels', slug: sample!.slug })
    const facts = [{ label: 'Client', value: 'A bicycle shop' }, (sample!.facts as object[])[1]!]
    await write('PUT', `/api/projects/${id}`, { ...own, facts, results: sample!.results, translations: {} })
    const keys = await ofProject()
    expect(keys).toContain(`project ${id} results.0.label en`)
    expect(keys).not.toContain(`project ${id} facts.0.label en`)
    await write('POST', '/api/samples/remove', {})
    const left = (await send<object>('GET', `/api/projects/${sample?.slug}`)).json
    expect(left).toMatchObject({ title: 'Wheels', status: 'published', results: [] })
    expect(Reflect.get(left, 'facts')).toEqual([facts[0]])
    expect(await ofProject()).toEqual([])
  })

  test('recognizes SEO fields of earlier releases, and names of the sample in texts of one’s own', async () => {
    await t.services.db.update(pageContents).set({
      content: JSON.stringify({
        title: 'Us',
        metadata: earlier.about.metadata,
        translations: earlier.about.translations,
      }),
    })
    await t.services.cacheTags.touch('all')
    const [first] = (await send<{ id: number }[]>('GET', '/api/blog')).json
    await write('PUT', `/api/blog/${first?.id}`, {
      title: 'Our bicycles',
      excerpt: 'Written with Marta Ibáñez.',
      content: '<p>They roll.</p>',
      imageUrl: '/images/post-private-models.webp',
      translations: {},
    })
    const keys = keysOf(await list())
    for (const field of ['title', 'description', 'keywords', 'ogTitle', 'ogDescription'])
      for (const language of ['en', 'es']) expect(keys).toContain(`page about metadata.${field} ${language}`)
    expect(keys.filter((key) => key.includes('ogImage'))).toEqual([])
    expect(keys.filter((key) => key.startsWith(`post ${first?.id} `))).toEqual([
      `post ${first?.id} excerpt en`,
      `post ${first?.id} imageUrl en`,
    ])
  })
})

describe('a removal', () => {
  test('takes what was ticked alone, and tells what it cannot replace', async () => {
    const all = await list()
    const ticked = all.filter(({ kind, id, field }) => kind === 'post' || field === 'name' || id === 'contact')
    const gone = { kind: 'post', id: 999, field: null, language: null }
    const { removed, kept } = await write<SamplesRemoved>('POST', '/api/samples/remove', { samples: [...ticked, gone] })
    expect([removed, kept]).toEqual([ticked.length - 1, 1])
    expect((await list()).length).toBe(all.length - removed)
    expect((await send<object[]>('GET', '/api/blog?status=trashed')).json).toHaveLength(starterPosts.length)
    expect(JSON.stringify((await send('GET', '/api/page-contents/contact')).json)).not.toContain('Taller')
    for (const body of [[], { samples: 'all' }, { samples: [{ kind: 'post' }] }])
      expect((await send('POST', '/api/samples/remove', body)).status).toBe(422)
  })

  test('is undone once, also after a restore, and leaves what was changed since', async () => {
    const before = await list()
    await write('POST', '/api/samples/remove', {})
    const archive = await packArchive(await collect(t.services.db))
    await replaceContent(t.services, await readArchive(await archive.bytes()))
    cookie = (await insertSession(t.services.db, 1, origin)).cookie.split(';')[0] ?? ''
    const [removal] = (await send<RemovalEntry[]>('GET', '/api/samples/removals')).json
    expect(Date.parse(removal!.until) - Date.parse(removal!.removedAt)).toBe(30 * 86_400_000)
    await write('PUT', '/api/site', { social: [{ kind: 'github', url: 'https://github.com/ruedas' }] })
    const undone = await write<object>('POST', `/api/samples/removals/${removal?.id}/undo`)
    expect(undone).toMatchObject({ kept: 1 })
    const left = keysOf(before).filter((key) => !key.includes('social'))
    expect(keysOf(await list())).toEqual(left)
    expect((await send('POST', `/api/samples/removals/${removal?.id}/undo`)).status).toBe(409)
    expect((await send('GET', '/api/samples/removals')).json).toEqual([])
    expect((await send('POST', '/api/samples/removals/999/undo')).status).toBe(404)
    expect((await send('POST', '/api/samples/removals/x/undo')).status).toBe(404)
  })

  test('keeps what somebody wrote: other texts of a page, a draft, and a record of which only a part came', async () => {
    const home = { ...starterPages.home!, heroTitle: 'Our bicycles' }
    await page('home', home)
    await write('PUT', '/api/page-contents/home/draft', { content: JSON.stringify({ ...home, blogTitle: 'News' }) })
    const [first] = (await send<{ id: number; slug: string }[]>('GET', '/api/blog')).json
    const stored = (await send<object>('GET', `/api/blog/${first?.slug}`)).json
    await write('PUT', `/api/blog/${first?.id}`, { ...stored, title: 'Our bicycles' })
    await write('POST', '/api/samples/remove', {})
    const { content, draft } = (
      await send<{ content: string; draft: { values: { content: string } } }>(
        'GET',
        '/api/page-contents/home?status=all',
      )
    ).json
    expect(JSON.parse(content)).toMatchObject({ heroTitle: 'Our bicycles' })
    expect(content).not.toContain('schools')
    expect(JSON.parse(draft.values.content)).toMatchObject({ heroTitle: 'Our bicycles', blogTitle: 'News' })
    expect(draft.values.content).not.toContain('schools')
    const record = (await send<{ status: string; title: string }>('GET', `/api/blog/${first?.slug}?status=all`)).json
    expect(record).toMatchObject({ status: 'draft', title: 'Our bicycles' })
  })
})
