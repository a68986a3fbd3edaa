import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { postInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'
import type { Check } from '#records/checks/contract'
import { linkAnswers } from '#features/links/table'
import { posts as postsTable } from '#features/posts/table'
import { contentKindOf } from '../kinds'
import type { CheckedRecord } from './contract'
import { findChecks } from './find-checks'
import { createChecksList } from './check-values'

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

async function send<Answer = Check[]>(method: string, path: string, body?: unknown, as = cookie) {
  const headers = { cookie: as, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return { status: response.status, json: JSON.parse(await response.text()) as Answer }
}
const checksOf = async (values: object, kind = 'post') => {
  const { status, json } = await send('POST', '/api/checks', { kind, values })
  expect(status).toBe(200)
  return json
}
const brief = (checks: readonly Check[]) => checks.map(({ code, path, language }) => `${code} ${path} ${language}`)

const complete = {
  title: 'Measuring',
  excerpt: 'What we measure before we build.',
  content: '<h2>Why</h2><p>Because it <a href="/contact/">tells us what to leave out</a>.</p>',
  imageUrl: '/favicon.svg',
  translations: {
    es: {
      title: 'Medir',
      excerpt: 'Qué medimos antes de construir.',
      content: '<h2>Por qué</h2><p>Porque <a href="/es/contact/">nos dice qué dejar</a>.</p>',
    },
  },
}

test('a complete text has nothing to mend', async () => {
  expect(await checksOf(complete)).toEqual([])
})

describe('a text with a fault has the check', () => {
  const faults: [string, string, string][] = [
    ['alt-missing', '<p><img src="/favicon.svg" alt=""></p>', '/favicon.svg'],
    ['heading-empty', '<h2>Why</h2><h3> </h3>', 'h3'],
    ['heading-skipped', '<h2>Why</h2><h4>Deeper</h4>', 'Deeper'],
    ['heading-skipped', '<h3>Deep at once</h3>', 'Deep at once'],
    ['link-text', '<p><a href="/blog/">here</a></p>', 'here'],
    ['link-text', '<p><a href="/blog/">Aquí.</a></p>', 'Aquí.'],
    ['link-text', '<p><a href="/blog/">Read <b>more</b> →</a></p>', 'Read more →'],
    ['link-text', '<p><a href="/blog/">https://example.com/study</a></p>', 'https://example.com/study'],
    ['link-same-text', '<p><a href="/blog/">our work</a> and <a href="/projects/">Our  work</a></p>', 'Our work'],
    ['link-broken', '<p><a href="/nowhere/">a study</a></p>', '/nowhere/'],
    ['link-redirected', '<p><a href="/old-study/">a study</a></p>', '/old-study/'],
    ['table-header', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', 'a b'],
  ]
  for (const [code, content, detail] of faults)
    test(`${code}: ${content}`, async () => {
      await send('POST', '/api/redirects', { from: '/old-study/', to: '/blog/' })
      const [found, ...others] = (await checksOf({ ...complete, content })).filter(({ language }) => language === 'en')
      expect(found).toMatchObject({ code, path: 'content', detail } as Partial<Check>)
      expect(others).toEqual([])
      const es = { ...complete.translations.es, content }
      const [translated] = await checksOf({ ...complete, translations: { es } })
      expect(translated).toMatchObject({ code, path: 'translations.es.content', language: 'es' } as Partial<Check>)
    })
})

test('where links lead is known again once it has changed', async () => {
  const content = '<p><a href="/old-study/">a study</a></p>'
  const codes = async () => (await checksOf({ ...complete, content })).map(({ code }) => code)
  expect(await codes()).toEqual(['link-broken'])
  const { json } = await send<{ id: number }>('POST', '/api/redirects', { from: '/old-study/', to: '/blog/' })
  for (let turn = 0; turn < 2; turn++) expect(await codes()).toEqual(['link-redirected'])
  const headers = { cookie, origin: 'http://acme.test' }
  expect((await t.ask(`/api/redirects/${json.id}`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await codes()).toEqual(['link-broken'])
})

test('links that say where they lead, pictures with a description and tables with a header are fine', async () => {
  const content = `<h2>Why</h2><h3>One</h3><h2>Two</h2><p><a href="/blog/">the blog</a>, <a href="/blog/">The blog</a>,
    <a href="/about/"><img src="/favicon.svg" alt="About us"></a>, <a href="mailto:a@acme.test">a@acme.test</a></p>
    <table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>`
  expect(await checksOf({ ...complete, content })).toEqual([])
})

test('titles and descriptions are checked as search engines show them', async () => {
  const values = {
    ...complete,
    title: 'm'.repeat(61),
    metadata: { description: 'd'.repeat(161) },
    translations: { es: { ...complete.translations.es, excerpt: '' } },
  }
  expect(brief(await checksOf(values))).toEqual([
    'description-missing translations.es.metadata.description es',
    'description-long metadata.description en',
    'title-long title en',
  ])
  const typed = { ...values, metadata: { title: 'Short', description: 'd' }, translations: complete.translations }
  expect(await checksOf(typed)).toEqual([])
})

test('translations that are missing, outdated or copied are told', async () => {
  const content = '<p>A text of several words.</p>'
  expect(brief(await checksOf({ ...complete, translations: {} }))).toEqual([
    'translation-missing translations.es.title es',
  ])
  const es = { ...complete.translations.es, content }
  expect(brief(await checksOf({ ...complete, content, translations: { es } }))).toEqual([
    'translation-proposed translations.es.content es',
  ])
  const input = postInput({ ...complete, content, publishedAt: undefined })
  const { json: post } = await send<{ id: number; slug: string }>('POST', '/api/blog', input)
  await send('PUT', `/api/blog/${post.id}`, { ...input, content: '<p>Another text.</p>' })
  for (const key of [post.slug, post.id])
    expect(brief((await send('GET', `/api/blog/${key}/checks?status=all`)).json)).toEqual([
      'translation-outdated translations.es.content es',
    ])
})

test('slugs of drafts, dates that have passed and small pictures are told, of what is not yet published', async () => {
  const values = { ...complete, slug: 'untitled-2', publishedAt: '2020-01-01T00:00:00.000Z' }
  expect(brief(await checksOf(values))).toEqual(['slug-draft slug en', 'date-past publishedAt en'])
  const kind = contentKindOf('post', null)!
  const facts = { now: new Date(), sizes: new Map([['/favicon.svg', { width: 400, height: 300 }]]) }
  expect(findChecks({ kind, values: complete }, facts)).toEqual([
    { code: 'picture-small', level: 'consider', path: 'imageUrl', language: 'en', detail: '400 × 300' },
  ])
  expect(findChecks({ kind, values, status: 'published' }, { now: new Date() }).map(({ code }) => code)).toEqual([
    'slug-draft',
  ])
})

test('pictures in blocks are named by their block, hidden ones are left out, and the first fault comes first', async () => {
  const picture = { id: 'p1', type: 'picture', src: '/favicon.svg', alt: '' }
  const text = { id: 't1', type: 'text', html: '<p><a href="/nowhere/">a study</a></p>' }
  const values = { title: 'Services', metadata: { description: 'What we do' }, blocks: [picture, text] }
  const checks = await checksOf(values, 'custom-page')
  expect(brief(checks)).toEqual([
    'link-broken blocks.t1.html en',
    'alt-missing blocks.p1.alt en',
    'translation-missing translations.es.title es',
  ])
  expect(checks.map(({ level }) => level)).toEqual(['repair', 'repair', 'consider'])
  const hidden = { ...values, blocks: [{ ...picture, hidden: true }] }
  expect(brief(await checksOf(hidden, 'custom-page'))).toEqual(['translation-missing translations.es.title es'])
})

test('the pages of the site are checked, by their JSON too', async () => {
  const content = JSON.stringify({ title: 'About', content: '<h2></h2>' })
  const { json } = await send('POST', '/api/checks', { kind: 'page', id: 'about', values: { content } })
  expect(brief(json)).toContain('heading-empty content en')
  expect((await send('POST', '/api/page-contents', { page: 'about', content })).status).toBe(201)
  const stored = await send('GET', '/api/page-contents/about/checks?status=all')
  expect(brief(stored.json)).toContain('heading-empty content en')
})

test('the subtitle of a page is its description while none is typed', async () => {
  const codes = async (texts: object) => {
    const values = { content: JSON.stringify(texts) }
    const { json } = await send('POST', '/api/checks', { kind: 'page', id: 'home', values })
    return json.map(({ code }) => code)
  }
  expect(await codes({ heroTitle: 'Drawn to fit' })).toContain('description-missing')
  expect(await codes({ heroTitle: 'Drawn to fit', heroSubtitle: 'What we do' })).not.toContain('description-missing')
})

test('a draft is checked in place of what is published', async () => {
  const input = postInput({ ...complete, publishedAt: undefined })
  const { json: post } = await send<{ id: number; slug: string }>('POST', '/api/blog', input)
  const content = '<h2>Why</h2><h4>Deeper</h4>'
  expect((await send('PUT', `/api/blog/${post.id}/draft`, { ...input, content })).status).toBe(200)
  const path = `/api/blog/${post.slug}/checks`
  expect(brief((await send('GET', `${path}?status=all`)).json)).toContain('heading-skipped content en')
  expect(brief((await send('GET', `${path}?status=published`)).json)).toEqual([])
})

test('the list of the site names records by what is most to repair', async () => {
  await send('POST', '/api/blog', postInput({ ...complete, title: 'm'.repeat(70), publishedAt: undefined }))
  await send('POST', '/api/blog', postInput({ ...complete, content: '<h2></h2>', publishedAt: undefined }))
  await send('POST', '/api/blog', postInput({ ...complete, publishedAt: undefined }))
  const { json } = await send<CheckedRecord[]>('GET', '/api/checks')
  const posts = json.filter(({ kind }) => kind === 'post')
  expect(posts.map(({ checks }) => checks.map(({ code }) => code))).toEqual([['heading-empty'], ['title-long']])
})

test('only people who are signed in may ask, and only of what exists', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/checks'],
    ['POST', '/api/checks', { kind: 'post', values: {} }],
    ['GET', '/api/blog/measuring/checks?status=all'],
  ] as const)
    expect([path, (await send(method, path, body, '')).status]).toEqual([path, 401])
  expect((await send('GET', '/api/blog/none/checks?status=all')).status).toBe(404)
  expect((await send('GET', '/api/page-contents/none/checks?status=all')).status).toBe(404)
  expect((await send('POST', '/api/checks', { kind: 'nothing', values: {} })).status).toBe(422)
  expect((await send('POST', '/api/checks', { kind: 'post' })).status).toBe(422)
})

describe('the list of the site is kept in memory', () => {
  const listed = async () => {
    const { status, json } = await send<CheckedRecord[]>('GET', '/api/checks')
    expect(status).toBe(200)
    return json.flatMap(({ kind, checks }) => (kind === 'post' ? checks.map(({ code }) => code) : []))
  }
  const publishFaulty = () =>
    send<{ id: number }>('POST', '/api/blog', postInput({ ...complete, content: '<h2></h2>', publishedAt: undefined }))
  /** As a process that has not announced its write, or not yet. */
  const rename = (title: string) => t.services.db.update(postsTable).set({ title })

  test('until a write of this process, or of another one, which says so', async () => {
    await publishFaulty()
    expect(await listed()).toEqual(['heading-empty'])
    await rename('m'.repeat(70))
    expect(await listed()).toEqual(['heading-empty'])
    await t.services.cacheTags.touch(['post'])
    expect(await listed()).toEqual(['heading-empty', 'title-long'])
    await send('PUT', '/api/blog/1', postInput({ ...complete, publishedAt: undefined }))
    expect(await listed()).toEqual([])
  })

  test('until external links have been checked again', async () => {
    const url = 'https://elsewhere.example/study'
    const content = `<p><a href="${url}">a study</a></p>`
    const es = { ...complete.translations.es, content: content.replace('a study', 'un estudio') }
    await send('POST', '/api/blog', postInput({ ...complete, content, translations: { es }, publishedAt: undefined }))
    expect(await listed()).toEqual([])
    const answer = { url, state: 'broken' as const, status: 404, checkedAt: '2026-03-04T10:00:00.000Z' }
    await t.services.db.insert(linkAnswers).values(answer)
    expect(await listed()).toEqual(['link-broken', 'link-broken'])
    const later = { state: 'ok' as const, status: 200, checkedAt: '2026-03-05T10:00:00.000Z' }
    await t.services.db.update(linkAnswers).set(later)
    expect(await listed()).toEqual([])
  })

  test('and a failure is not kept', async () => {
    let isDown = true
    let reads = 0
    const list = createChecksList(t.services, {
      kinds: [],
      tags: () => ['post'],
      readLinksVersion: () => Promise.resolve(''),
      findFaultyLinks: () => {
        reads++
        return isDown ? Promise.reject(new Error('No connection')) : Promise.resolve(new Map())
      },
      findPictures: () => Promise.resolve({}),
      isUntouched: () => false,
    })
    await expect(list('http://acme.test')).rejects.toThrow('No connection')
    isDown = false
    await Promise.all([list('http://acme.test'), list('http://acme.test')])
    expect(await list('http://acme.test')).toEqual([])
    expect(reads).toBe(2)
  })
})

test('scheduled records are checked, and drafts and the trash are not', async () => {
  const input = (status: string, title: string) =>
    postInput({ ...complete, title, content: '<h2></h2>', status, publishedAt: '2999-01-01T00:00:00.000Z' } as object)
  await send('POST', '/api/blog', input('published', 'Coming'))
  await send('POST', '/api/blog', input('draft', 'Begun'))
  const { json: gone } = await send<{ id: number }>('POST', '/api/blog', input('published', 'Gone'))
  await send('POST', `/api/blog/${gone.id}/trash`)
  const { json } = await send<CheckedRecord[]>('GET', '/api/checks')
  expect(json.filter(({ kind }) => kind === 'post').map(({ title }) => title)).toEqual(['Coming'])
})
