import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { reservedSegments } from '#i18n/addresses/reserved-segments'
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

const hero = { id: 'top', type: 'hero', title: 'Measured first' }
const text = (changes: object = {}) => ({
  id: 'how',
  type: 'text',
  html: '<p>We begin with a stopwatch.</p>',
  ...changes,
})
const body = (changes: object = {}) => ({ title: 'Our service', blocks: [hero, text()], ...changes })
const create = (changes: object = {}) => t.send('POST', '/api/pages', { cookie, body: body(changes) })
type Told = { id: number; slug: string; issues: { path: string }[]; blocks: object[] }
const told = (answer: { json: unknown }) => answer.json as Told
const faults = async (changes: object) => {
  const answer = await create(changes)
  return [answer.status, ...(told(answer).issues ?? []).map(({ path }) => path)]
}

test('a page is created, read, listed, updated and deleted like a post', async () => {
  const metadata = { description: 'What we measure' }
  const es = { title: 'Nuestro servicio', slug: 'servicio', blocks: { top: { title: 'Primero se mide' } } }
  const created = await create({ metadata, translations: { es } })
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
  expect(created.json).toEqual({
    id: 1,
    slug: 'our-service',
    title: 'Our service',
    blocks: [hero, text()],
    metadata,
    translations: { es },
    publishedAt: expect.any(String),
    updatedAt: expect.any(String),
    version: 1,
    status: 'published',
  })
  expect((await t.send('GET', '/api/pages/our-service')).json).toEqual(created.json)
  expect((await t.send('GET', '/api/pages/servicio?slugs=all')).json).toEqual(created.json)
  const [row] = (await t.send('GET', '/api/pages')).json as object[]
  expect(Object.keys(row!).toSorted()).toEqual([
    'id',
    'publishedAt',
    'slug',
    'status',
    'title',
    'translations',
    'updatedAt',
    'version',
  ])
  const put = { cookie, body: body({ blocks: [text()] }) }
  expect((await t.send('PUT', '/api/pages/1', { ...put, headers: { 'if-match': '"7"' } })).status).toBe(412)
  const updated = await t.send('PUT', '/api/pages/1', { ...put, headers: { 'if-match': '"1"' } })
  expect(updated.json).toMatchObject({
    version: 2,
    blocks: [text()],
    metadata: {},
    translations: { es: { slug: 'servicio' } },
  })
  expect((await t.send('DELETE', '/api/pages/1', { cookie })).status).toBe(204)
  expect((await t.send('GET', '/api/pages/our-service')).status).toBe(404)
})

test('visitors read live pages, and nothing else', async () => {
  await create({ status: 'draft' })
  expect((await t.send('GET', '/api/pages')).json).toEqual([])
  for (const [method, path] of [
    ['GET', '/api/pages?status=all'],
    ['GET', '/api/pages/our-service?status=all'],
    ['GET', '/api/pages/1/revisions'],
    ['GET', '/api/block-types'],
    ['POST', '/api/pages'],
    ['PUT', '/api/pages/1'],
    ['DELETE', '/api/pages/1'],
  ] as const)
    expect([path, (await t.send(method, path, method === 'GET' ? {} : { body: body() })).status]).toEqual([path, 401])
})

describe('slugs', () => {
  test('that the site uses itself are refused in both languages, whatever their case', async () => {
    for (const slug of [
      'blog',
      'projects',
      'about',
      'contact',
      'legal',
      'search',
      'admin',
      'api',
      'es',
      'en',
      'media',
      'preview',
      'swagger',
      'assets',
    ])
      expect([slug, reservedSegments.includes(slug)]).toEqual([slug, true])
    expect(await faults({ slug: 'blog' })).toEqual([422, 'slug'])
    expect(await faults({ slug: 'ES' })).toEqual([422, 'slug'])
    expect(await faults({ slug: 'two/parts' })).toEqual([422, 'slug'])
    expect(await faults({ translations: { es: { slug: 'legal' } } })).toEqual([422, 'translations.es.slug'])
    expect(await faults({ slug: 'blog', status: 'draft' })).toEqual([422, 'slug'])
  })

  test('that are taken in a language are refused', async () => {
    await create({ slug: 'offer', translations: { es: { title: 'Oferta', slug: 'oferta' } } })
    expect(await faults({ slug: 'offer' })).toEqual([409, 'slug'])
    expect(await faults({ slug: 'oferta' })).toEqual([409, 'slug'])
    expect(await faults({ slug: 'other', translations: { es: { slug: 'offer' } } })).toEqual([
      409,
      'translations.es.slug',
    ])
  })

  test('made from the title take the next free suffix', async () => {
    const slugs = []
    for (const title of ['Blog', 'Blog', 'Über uns & Co.', 'Über uns & Co.'])
      slugs.push(told(await create({ title })).slug)
    expect(slugs).toEqual(['blog-2', 'blog-3', 'uber-uns-and-co', 'uber-uns-and-co-2'])
  })
})

describe('blocks', () => {
  test('are validated by their path', async () => {
    expect(
      await faults({ blocks: [hero, text(), { id: 'x', type: 'text', html: '<p>1</p>' }, { id: 'y', type: 'video' }] }),
    ).toEqual([422, 'blocks.3.type'])
    expect(await faults({ blocks: [{ ...hero, title: ' ' }] })).toEqual([422, 'blocks.0.title'])
    expect(await faults({ blocks: [{ ...hero, colour: 'red' }] })).toEqual([422, 'blocks.0.colour'])
    expect(await faults({ blocks: [hero, { ...hero }] })).toEqual([422, 'blocks.1.id'])
    expect(await faults({ blocks: [{ ...hero, id: 'x'.repeat(41) }] })).toEqual([422, 'blocks.0.id'])
    expect(await faults({ blocks: [{ ...hero, picture: { src: 'javascript:x()', alt: '' } }] })).toEqual([
      422,
      'blocks.0.picture.src',
    ])
    expect(await faults({ blocks: 'none' })).toEqual([422, 'blocks'])
  })

  test('have any text as id, by which their translations find them', async () => {
    for (const id of ['a.b', ' ', '7', '🏗️ crane', '😀'.repeat(40), 'constructor']) {
      const es = { title: 'Servicio', blocks: { [id]: { title: 'Primero se mide' } } }
      const made = await create({
        blocks: [{ ...hero, id }],
        translations: { es },
      })
      expect([id, made.status, made.json]).toMatchObject([id, 201, { blocks: [{ id }], translations: { es } }])
      const path = `/api/pages/${told(made).id}/translations/es/confirm`
      const confirmed = await t.send('POST', path, { cookie, body: { fields: [`blocks.${id}.title`] } })
      expect([id, confirmed.status, confirmed.json]).toMatchObject([
        id,
        200,
        { translation: { es: { state: 'complete', fields: { [`blocks.${id}.title`]: 'complete' } } } },
      ])
    }
    const untranslated = { blocks: [{ ...hero, id: 'constructor' }], translations: { es: { blocks: {} } } }
    expect((await create(untranslated)).status).toBe(201)
    for (const id of ['😀'.repeat(41), '__proto__'])
      expect(await faults({ blocks: [{ ...hero, id }] })).toEqual([422, 'blocks.0.id'])
  })

  test('are at most 60, and at most 307,200 bytes of JSON', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...hero, id: `é-${at}` }))
    expect((await create({ blocks: many(60) })).status).toBe(201)
    expect(await faults({ blocks: many(61) })).toEqual([422, 'blocks'])
    const long = (length: number) => [
      text({ html: `<p>${'é'.repeat(length / 2)}</p>` }),
      text({ id: 'b', html: '<p>a</p>' }),
    ]
    expect(await faults({ blocks: long(307_200) })).toEqual([422, 'blocks'])
    expect((await create({ blocks: long(300_000) })).status).toBe(201)
  })

  test('are sanitized in both languages', async () => {
    const html = '<p onclick="x()">Said</p><script>x()</script>'
    const { json } = await create({ blocks: [text({ html })], translations: { es: { blocks: { how: { html } } } } })
    expect(json).toMatchObject({
      blocks: [{ html: '<p>Said</p>' }],
      translations: { es: { blocks: { how: { html: '<p>Said</p>' } } } },
    })
  })

  test('of a draft may omit required fields, which publishing then requires', async () => {
    const empty = [
      { id: 'top', type: 'hero', title: '' },
      { id: 'how', type: 'text' },
    ]
    const { json } = await create({ status: 'draft', blocks: empty })
    expect(json).toMatchObject({ status: 'draft', blocks: [{ title: '' }, { html: '' }] })
    const answer = await t.send('PUT', '/api/pages/1', { cookie, body: body({ blocks: empty, status: 'published' }) })
    expect([answer.status, told(answer).issues.map(({ path }) => path)]).toEqual([
      422,
      ['blocks.0.title', 'blocks.1.html'],
    ])
  })

  test('that are hidden are for editors alone', async () => {
    await create({
      blocks: [hero, text({ hidden: true, html: '<p>Unseen words</p>' })],
      translations: { es: { title: 'Servicio', blocks: { how: { html: '<p>Unseen too</p>' } } } },
    })
    const seen = await t.send('GET', '/api/pages/our-service')
    expect(told(seen).blocks).toHaveLength(1)
    expect(JSON.stringify(seen.json)).not.toContain('Unseen')
    expect((await t.send('GET', '/api/search?q=unseen')).json).toEqual([])
    const edited = await t.send('GET', '/api/pages/our-service?status=all', { cookie })
    expect(told(edited).blocks).toHaveLength(2)
    expect(JSON.stringify(edited.json)).toContain('Unseen too')
  })

  test('report the translation status of their texts, by their ids', async () => {
    const es = { title: 'Servicio', blocks: { top: { title: 'Primero se mide' } } }
    const { json } = await create({ translations: { es } })
    const { translation } = (await t.send('GET', '/api/pages/our-service?status=all', { cookie })).json as {
      translation: { es: object }
    }
    expect(translation.es).toEqual({
      state: 'partial',
      fields: { title: 'complete', 'blocks.top.title': 'complete', 'blocks.how.html': 'missing' },
    })
    const moved = [text(), { ...hero, title: 'Measured again' }]
    await t.send('PUT', `/api/pages/${told({ json }).id}`, { cookie, body: body({ blocks: moved }) })
    const state = async () =>
      ((await t.send('GET', '/api/pages/our-service?status=all', { cookie })).json as typeof answered).translation.es
    const answered = { translation }
    expect(await state()).toMatchObject({ state: 'outdated', fields: { 'blocks.top.title': 'outdated' } })
    const path = '/api/pages/1/translations/es/confirm'
    expect((await t.send('POST', path, { cookie, body: { fields: ['blocks.top.title'] } })).status).toBe(200)
    expect(await state()).toMatchObject({ state: 'partial', fields: { 'blocks.top.title': 'complete' } })
  })
})

test('every type of block has a summary', async () => {
  const types = (await t.send('GET', '/api/block-types', { cookie })).json as {
    type: string
    title: { en: string; es: string }
    schema: { properties: Record<string, object>; required?: string[] }
  }[]
  const hasAll = types.find(({ type }) => type === 'text')
  expect(hasAll).toMatchObject({
    title: { en: 'Text', es: 'Texto' },
    schema: { type: 'object', properties: { html: {} } },
  })
  for (const { type, title, schema } of types) {
    expect([type, typeof title.en, typeof title.es, typeof schema.properties]).toEqual([
      type,
      'string',
      'string',
      'object',
    ])
  }
})
