import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { postStore } from './store'
import { posts } from './table'

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

const create = (changes = {}) => t.send('POST', '/api/blog', { cookie, body: postInput(changes) })
const slugs = async () => (await postStore.list(t.services.db)).map(({ slug }) => slug)

test('a visitor cannot publish, whatever the body', async () => {
  const answers = [
    await t.send('POST', '/api/blog', { body: postInput() }),
    await t.send('POST', '/api/blog', { body: '{' }),
    await t.send('POST', '/api/blog', { body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(await slugs()).toEqual([])
})

test('a post is created, read, updated and deleted', async () => {
  const created = await create({ category: 'Notes', publishedAt: '2026-01-02T03:04:05+01:00' })
  expect(created.status).toBe(201)
  expect(created.json).toEqual({
    id: 1,
    slug: 'first-light',
    title: 'First light',
    excerpt: 'How we began.',
    imageUrl: '/images/first-light.webp',
    category: 'Notes',
    author: '',
    content: '<p>We began.</p>',
    metadata: {},
    translations: {},
    publishedAt: '2026-01-02T02:04:05.000Z',
    updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    version: 1,
    status: 'published',
  })
  expect(created.headers.get('etag')).toBe('"1"')
  expect((await t.send('GET', '/api/blog/first-light')).json).toEqual(created.json)

  const updated = await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ title: 'Second light' }) })
  expect(updated.status).toBe(200)
  expect(updated.json).toMatchObject({
    id: 1,
    slug: 'second-light',
    title: 'Second light',
    category: '',
    publishedAt: '2026-01-02T02:04:05.000Z',
    version: 2,
  })
  expect(updated.headers.get('etag')).toBe('"2"')
  expect((await t.send('GET', '/api/blog/first-light')).status).toBe(404)

  const removed = await t.send('DELETE', '/api/blog/1', { cookie })
  expect([removed.status, removed.text]).toEqual([204, ''])
  expect((await t.send('GET', '/api/blog/second-light')).status).toBe(404)
  expect((await t.send('DELETE', '/api/blog/1', { cookie })).status).toBe(404)
  expect((await t.send('PUT', '/api/blog/1', { cookie, body: postInput() })).status).toBe(404)
})

test('a post without a date is published now', async () => {
  const before = Date.now()
  const { publishedAt } = (await create()).json as { publishedAt: string }
  expect(Date.parse(publishedAt)).toBeWithin(before - 1000, Date.now() + 1000)
})

test('the list is by publishing date, newest first, then by id, and can be limited', async () => {
  const dates = ['2026-01-01', '2026-03-01T00:00:00Z', '2026-02-01', '2026-03-01T00:00:00Z']
  for (const [index, publishedAt] of dates.entries())
    expect((await create({ title: `Post ${index + 1}`, publishedAt })).status).toBe(201)
  const ids = async (path: string) => ((await t.send('GET', path)).json as { id: number }[]).map(({ id }) => id)
  expect(await ids('/api/blog')).toEqual([4, 2, 3, 1])
  expect(await ids('/api/blog?limit=3')).toEqual([4, 2, 3])
  for (const limit of ['0', '-1', '101', '1e1', 'x', '', '%00'])
    expect((await t.send('GET', `/api/blog?limit=${limit}`)).status).toBe(422)
})

test('the list omits content, in every language', async () => {
  await create({ translations: { es: { title: 'Primera luz', content: '<p>Empezamos.</p>' } } })
  expect((await t.send('GET', '/api/blog')).json).toEqual([expect.not.objectContaining({ content: expect.anything() })])
  expect((await t.send('GET', '/api/blog')).json).toMatchObject([{ translations: { es: { title: 'Primera luz' } } }])
  expect((await t.send('GET', '/api/blog')).text).not.toContain('Empezamos')
})

describe('slugs', () => {
  test('generated from a title take the next free suffix', async () => {
    for (let round = 0; round < 3; round++) await create({ title: 'Educación & más' })
    await t.send('DELETE', '/api/blog/2', { cookie })
    await create({ title: 'Educación & más', slug: '' })
    expect((await slugs()).toSorted()).toEqual(['educacion-and-mas', 'educacion-and-mas-2', 'educacion-and-mas-3'])
  })

  test('of twenty concurrent posts with one title are twenty slugs', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'Same' })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(await slugs()).size).toBe(20)
  })

  test('of a title without any letter have a default', async () => {
    await create({ title: '😀' })
    await create({ title: '!!!' })
    expect((await slugs()).toSorted()).toEqual(['post', 'post-2'])
  })

  test('that are typed and taken are refused at the field', async () => {
    await create({ slug: 'taken' })
    const refused = await create({ slug: 'taken' })
    expect(refused.status).toBe(409)
    expect(refused.json).toEqual({
      message: 'This slug is taken',
      issues: [{ path: 'slug', message: 'This slug is taken' }],
    })
    await create({ slug: 'other' })
    expect((await t.send('PUT', '/api/blog/2', { cookie, body: postInput({ slug: 'taken' }) })).status).toBe(409)
    expect((await t.send('GET', '/api/blog/other')).json).toMatchObject({ version: 1 })
  })

  test('stay on an update without one while they fit the title', async () => {
    await create({ title: 'Same' })
    await create({ title: 'Same' })
    expect((await t.send('PUT', '/api/blog/2', { cookie, body: postInput({ title: 'Same' }) })).json).toMatchObject({
      slug: 'same-2',
      version: 2,
    })
  })

  const spanish = (slug: string, title = 'Luz') => ({ translations: { es: { title, slug } } })
  const issue = async (answer: ReturnType<typeof create>) => {
    const { status, json } = await answer
    return [status, (json as { issues?: { path: string }[] }).issues?.map(({ path }) => path).join()]
  }

  test('in Spanish are optional, and returned to whoever asks for all languages', async () => {
    expect((await create({ slug: 'light', ...spanish('luz') })).json).toMatchObject(spanish('luz'))
    expect((await t.send('GET', '/api/blog')).json).toMatchObject([spanish('luz')])
    expect((await t.send('GET', '/api/blog/luz')).status).toBe(404)
    for (const slug of ['luz', 'light'])
      expect((await t.send('GET', `/api/blog/${slug}?slugs=all`)).json).toMatchObject({ slug: 'light' })
    expect((await t.send('GET', '/api/blog/light?slugs=some')).status).toBe(422)
    const emptied = await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ slug: 'light', ...spanish('') }) })
    expect(emptied.json).toMatchObject({ translations: { es: { title: 'Luz' } } })
    expect(JSON.stringify(emptied.json)).not.toContain('"slug":""')
    expect((await t.send('GET', '/api/blog/luz?slugs=all')).status).toBe(404)
    expect(await issue(create(spanish('con espacio')))).toEqual([422, 'translations.es.slug'])
  })

  test('of both languages share one namespace', async () => {
    await create({ slug: 'light', ...spanish('luz') })
    expect(await issue(create({ slug: 'luz' }))).toEqual([409, 'slug'])
    expect(await issue(create({ slug: 'other', ...spanish('luz') }))).toEqual([409, 'translations.es.slug'])
    expect(await issue(create({ slug: 'other', ...spanish('light') }))).toEqual([409, 'translations.es.slug'])
    expect((await create({ title: 'Luz', slug: '' })).json).toMatchObject({ slug: 'luz-2' })
    // A record does not conflict with its own slugs.
    const same = postInput({ slug: 'luz', ...spanish('light') })
    expect((await t.send('PUT', '/api/blog/1', { cookie, body: same })).json).toMatchObject({ slug: 'luz' })
    const twice = postInput({ slug: 'luz', ...spanish('luz') })
    expect((await t.send('PUT', '/api/blog/1', { cookie, body: twice })).status).toBe(200)
  })

  test('that two records want concurrently in two languages go to one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        create({ slug: `wanted-${round}` }),
        create({ slug: `other-${round}`, ...spanish(`wanted-${round}`) }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  test('in Spanish in a draft of a live record are taken when it is published', async () => {
    await create({ slug: 'light' })
    const body = postInput({ slug: 'light', ...spanish('luz') })
    expect((await t.send('PUT', '/api/blog/1/draft', { cookie, body })).status).toBe(200)
    expect((await t.send('GET', '/api/blog/luz?slugs=all')).status).toBe(404)
    expect((await create({ slug: 'luz', status: 'draft' })).status).toBe(201)
    expect(await issue(t.send('PUT', '/api/blog/1', { cookie, body }))).toEqual([409, 'translations.es.slug'])
    expect((await create({ slug: 'third', status: 'draft', ...spanish('tercera') })).status).toBe(201)
    expect(await issue(create({ slug: 'tercera' }))).toEqual([409, 'slug'])
  })

  test('that are unusual in the path are just unknown', async () => {
    for (const slug of [
      '%00',
      '%E0%A4%A',
      '%ED%A0%80',
      'a%2Fb',
      '..%2f..',
      'x'.repeat(5000),
      '%F0%9F%98%80',
      "'%20or%201=1--",
    ]) {
      expect([slug.slice(0, 20), (await t.send('GET', `/api/blog/${slug}`)).status]).toEqual([slug.slice(0, 20), 404])
    }
  })
})

test('impossible ids are not found', async () => {
  await create()
  for (const id of [
    '0',
    '-1',
    '1e3',
    '0x1',
    '01',
    '1.0',
    'Infinity',
    'NaN',
    '2147483648',
    '99999999999',
    '%00',
    'first-light',
    ' 1',
  ]) {
    expect([id, (await t.send('PUT', `/api/blog/${id}`, { cookie, body: postInput() })).status]).toEqual([id, 404])
    expect([id, (await t.send('DELETE', `/api/blog/${id}`, { cookie })).status]).toEqual([id, 404])
  }
  expect(await slugs()).toEqual(['first-light'])
})

describe('content', () => {
  test('is sanitized in every language', async () => {
    const attack = '<p onclick="x()">a</p><script>x()</script>'
    await create({ content: attack, translations: { es: { content: attack } } })
    expect((await t.send('GET', '/api/blog/first-light')).json).toMatchObject({
      content: '<p>a</p>',
      translations: { es: { content: '<p>a</p>' } },
    })
  })

  test('has the SEO fields of the body as metadata, stored inside the content', async () => {
    const { json } = await create({ metadata: { title: 'SEO', canonical: 'https://example.com/x' } })
    expect(json).toMatchObject({
      content: '{"content":"<p>We began.</p>","metadata":{"title":"SEO","canonical":"https://example.com/x"}}',
      metadata: { title: 'SEO', canonical: 'https://example.com/x' },
    })
  })

  test('as JSON text keeps its metadata, which is validated', async () => {
    expect((await create({ content: '{"content":"<p>a</p>","metadata":{"ogTitle":"O"}}' })).json).toMatchObject({
      metadata: { ogTitle: 'O' },
    })
    const refused = await create({ content: '{"content":"<p>a</p>","metadata":{"canonical":"javascript:1"}}' })
    expect([refused.status, (refused.json as { issues: { path: string }[] }).issues[0]?.path]).toEqual([
      422,
      'metadata.canonical',
    ])
  })

  test('that starts like JSON and cannot be parsed is refused, and shows nothing where it is stored', async () => {
    const refused = await create({ content: '{broken' })
    expect([refused.status, refused.json]).toEqual([
      422,
      {
        message: 'Please make sure the content is in valid JSON format.',
        issues: [{ path: 'content', message: 'Please make sure the content is in valid JSON format.' }],
      },
    ])
    await create()
    await t.services.db.update(posts).set({ content: '{broken' })
    const told = spyOn(console, 'error').mockImplementation(() => {})
    expect((await t.send('GET', '/api/blog/first-light')).json).toMatchObject({ content: '', metadata: {} })
    expect(told).toHaveBeenCalledTimes(1)
    told.mockRestore()
  })

  test('keeps its translations in an update without them, and loses them in one with empty ones', async () => {
    await create({ translations: { es: { title: 'Primera luz' } } })
    expect((await t.send('PUT', '/api/blog/1', { cookie, body: postInput() })).json).toMatchObject({
      translations: { es: { title: 'Primera luz' } },
    })
    expect((await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ translations: {} }) })).json).toMatchObject({
      translations: {},
    })
  })
})

describe('If-Match', () => {
  const update = (match: string) =>
    t.send('PUT', '/api/blog/1', { cookie, body: postInput({ title: 'Changed' }), headers: { 'if-match': match } })

  test('a stale version changes nothing', async () => {
    await create()
    expect((await update('"1"')).status).toBe(200)
    expect((await update('"1"')).json).toEqual({ message: 'Someone else has changed this in the meantime' })
    expect((await t.send('DELETE', '/api/blog/1', { cookie, headers: { 'if-match': '"1"' } })).status).toBe(412)
    expect((await t.send('GET', '/api/blog/changed')).json).toMatchObject({ version: 2 })
    expect((await t.send('DELETE', '/api/blog/1', { cookie, headers: { 'if-match': '"2"' } })).status).toBe(204)
  })

  test('weak tags, lists and the asterisk are understood; garbage matches nothing', async () => {
    await create()
    expect((await update('W/"1"')).status).toBe(200)
    expect((await update('"7", "2"')).status).toBe(200)
    expect((await update('*')).status).toBe(200)
    for (const garbage of ['4', '', '"x"', '"4', 'W/4', '"4.x"'])
      expect([garbage, (await update(garbage)).status]).toEqual([garbage, 412])
  })

  test('of two concurrent saves with one version one is refused', async () => {
    await create()
    const statuses = (await Promise.all([update('"1"'), update('"1"')])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 412])
  })
})

test('a conditional request with the current ETag gets a 304', async () => {
  await create()
  for (const path of ['/api/blog', '/api/blog/first-light']) {
    const first = await t.send('GET', path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await t.send('GET', path, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ excerpt: path }) })
    expect((await t.send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  }
})

describe('an invalid body is refused at its field, and nothing is stored', () => {
  const faults: [path: string, changes: Record<string, unknown>][] = [
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: 7 }],
    ['title', { title: 'a\0' }],
    ['title', { title: 'a\u{D800}' }],
    ['excerpt', { excerpt: undefined }],
    ['content', { content: null }],
    ['content', { content: [] }],
    ['slug', { slug: 'no spaces' }],
    ['slug', { slug: '../x' }],
    ['slug', { slug: 'ñ' }],
    ['imageUrl', { imageUrl: 'javascript:alert(1)' }],
    ['imageUrl', { imageUrl: '//evil.example/x.png' }],
    ['imageUrl', { imageUrl: '' }],
    ['publishedAt', { publishedAt: 'yesterday' }],
    ['publishedAt', { publishedAt: '2026-02-30T00:00:00Z' }],
    ['publishedAt', { publishedAt: '2026-01-01T00:00:00+99:99' }],
    ['publishedAt', { publishedAt: 5 }],
    ['metadata', { metadata: 'x' }],
    ['metadata.canonical', { metadata: { canonical: 'javascript:1' } }],
    ['metadata.title', { metadata: { title: {} } }],
    ['translations.es.title', { translations: { es: { title: 'a\0' } } }],
  ]
  for (const [path, changes] of faults) {
    test(`${path}: ${JSON.stringify(changes).slice(0, 60)}`, async () => {
      const { status, json } = await t.send('POST', '/api/blog', { cookie, body: { ...postInput(), ...changes } })
      expect([status, (json as { issues: { path: string }[] }).issues.map((issue) => issue.path)]).toEqual([
        422,
        [path],
      ])
      expect(await slugs()).toEqual([])
    })
  }

  test('a year out of range', async () => {
    for (const publishedAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '+010000-01-01T00:00:00Z'])
      expect([publishedAt, (await create({ publishedAt })).status]).toEqual([publishedAt, 422])
    for (const publishedAt of ['0001-01-01T00:00:00.000Z', '1815-12-10T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
      expect((await create({ publishedAt })).json).toMatchObject({ publishedAt })
  })
})

test('unknown fields are not stored', async () => {
  const { status, text } = await t.send('POST', '/api/blog', {
    cookie,
    body: { ...postInput(), id: 99, version: 7, evil: 'x', __proto__: { a: 1 } },
  })
  expect(status).toBe(201)
  expect(JSON.parse(text)).toMatchObject({ id: 1, version: 1 })
  expect(text).not.toContain('evil')
})
