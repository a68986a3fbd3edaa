import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { projectInput } from '#test/inputs'

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

const create = (changes = {}) => t.send('POST', '/api/projects', { cookie, body: projectInput(changes) })
const ids = async (path: string) => ((await t.send('GET', path)).json as { id: number }[]).map(({ id }) => id)

test('a project is created, read, updated and deleted', async () => {
  const created = await create({ githubUrl: 'https://github.com/x/y', demoUrl: '' })
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
  expect(created.json).toEqual({
    id: 1,
    slug: 'lease-reader',
    title: 'Lease Reader',
    description: 'Reads leases.',
    excerpt: '',
    imageUrl: 'https://example.com/lease.webp',
    category: 'Real Estate',
    type: '',
    isFeatured: false,
    githubUrl: 'https://github.com/x/y',
    demoUrl: null,
    facts: [],
    results: [],
    content: '<p>Four hundred leases.</p>',
    metadata: {},
    translations: {},
    publishedAt: expect.any(String),
    updatedAt: expect.any(String),
    version: 1,
    status: 'published',
  })
  expect((await t.send('GET', '/api/projects/lease-reader')).json).toEqual(created.json)
  const updated = await t.send('PUT', '/api/projects/1', {
    cookie,
    body: projectInput({ isFeatured: true, type: 'Application' }),
  })
  expect([updated.status, updated.json]).toEqual([
    200,
    expect.objectContaining({ isFeatured: true, type: 'Application', githubUrl: null, version: 2 }),
  ])
  expect((await t.send('DELETE', '/api/projects/1', { cookie })).status).toBe(204)
  expect((await t.send('GET', '/api/projects/lease-reader')).json).toEqual({ message: 'Project not found' })
})

test('lists are by id, the highest first; the featured list has only featured ones', async () => {
  for (const isFeatured of [true, false, true, false]) await create({ isFeatured })
  expect(await ids('/api/projects')).toEqual([4, 3, 2, 1])
  expect(await ids('/api/projects/featured')).toEqual([3, 1])
  await t.send('PUT', '/api/projects/3', { cookie, body: projectInput() })
  expect(await ids('/api/projects/featured')).toEqual([1])
})

test('no project can have the slug of the featured list', async () => {
  const refused = await create({ slug: 'featured' })
  expect([refused.status, refused.json]).toEqual([
    422,
    { message: 'This slug is reserved', issues: [{ path: 'slug', message: 'This slug is reserved' }] },
  ])
  expect((await create({ title: 'Featured' })).json).toMatchObject({ slug: 'featured-2' })
  expect((await create({ title: '¿?' })).json).toMatchObject({ slug: 'project' })
})

test('a stale save or delete is refused', async () => {
  await create()
  const match = { 'if-match': '"2"' }
  expect((await t.send('PUT', '/api/projects/1', { cookie, body: projectInput(), headers: match })).status).toBe(412)
  expect((await t.send('DELETE', '/api/projects/1', { cookie, headers: match })).status).toBe(412)
  expect((await t.send('GET', '/api/projects/lease-reader')).json).toMatchObject({ version: 1 })
})

const facts = [
  { label: 'Client', value: 'A <b>property</b> manager' },
  { label: 'Place', value: 'Rotterdam' },
]
const results = [
  { label: 'Time per lease', before: '74 min', after: '21 min', note: 'Sixty leases.' },
  { label: 'Examination', before: 'Similar', after: 'Similar' },
]
const translations = {
  es: {
    title: 'Lector',
    facts: [{ label: 'Cliente', value: 'Una gestora' }, { value: 'Róterdam' }],
    results: [{ label: 'Tiempo', before: '74 min', after: '21 min', note: 'Sesenta contratos.' }],
  },
}

test('facts and results are plain texts in each language, in records and lists; a body without them has none', async () => {
  const spaced = [{ label: ' Client ', value: `${facts[0]?.value} ` }, facts[1]]
  const created = await create({ facts: spaced, results, translations })
  expect([created.status, created.json]).toMatchObject([201, { facts, results, translations }])
  expect((await t.send('GET', '/api/projects/lease-reader')).json).toMatchObject({ facts, results, translations })
  expect((await t.send('GET', '/api/projects')).json).toMatchObject([{ facts, results, translations }])
  await t.send('PUT', '/api/projects/1', { cookie, body: projectInput() })
  expect((await t.send('GET', '/api/projects/lease-reader')).json).toMatchObject({ facts: [], results: [] })
})

test('facts and results are in drafts, in old versions and in the state of the translation', async () => {
  await create({ facts, results, translations })
  const changed = { ...projectInput(), facts: [facts[1]], results: [{ label: 'Unfinished' }], translations }
  const drafted = await t.send('PUT', '/api/projects/1/draft', { cookie, body: changed })
  const values = { facts: [facts[1]], results: [{ label: 'Unfinished', before: '', after: '' }] }
  expect([drafted.status, drafted.json]).toMatchObject([200, { facts, results, draft: { values } }])
  const refused = await t.send('PUT', '/api/projects/1', { cookie, body: changed })
  const issues = ['results.0.before', 'results.0.after'].map((path) => ({ path }))
  expect([refused.status, refused.json]).toMatchObject([422, { issues }])
  expect((await t.send('GET', '/api/projects/1/revisions/1', { cookie })).json).toMatchObject({
    values: { facts, results, translations },
  })
  const restored = await t.send('POST', '/api/projects/1/revisions/1/restore', { cookie })
  expect(restored.json).toMatchObject({ draft: { values: { facts, results } } })
  expect((await t.send('GET', '/api/projects/lease-reader?status=all', { cookie })).json).toMatchObject({
    translation: {
      es: {
        fields: {
          'facts.0.label': 'complete',
          'facts.1.label': 'missing',
          'facts.1.value': 'complete',
          'results.0.before': 'complete',
          'results.1.label': 'missing',
        },
      },
    },
  })
})

test('the next project is that of the list, and after the last one the first', async () => {
  const next = async (slug: string) => {
    const { status, json } = await t.send('GET', `/api/projects/${slug}/next`)
    return status === 200 ? ((json as { next: { slug: string } | null }).next?.slug ?? null) : status
  }
  const walk = async () => [await next('a'), await next('b'), await next('c')]
  await create({ title: 'A', translations: { es: { title: 'Uno', slug: 'uno' } } })
  expect(await next('a')).toBe(null)
  for (const title of ['B', 'C']) await create({ title })
  expect(await walk()).toEqual(['c', 'a', 'b'])
  expect(await next('uno')).toBe('c')
  await t.send('PUT', '/api/projects/order', { cookie, body: { ids: [1, 3, 2] } })
  expect(await walk()).toEqual(['c', 'a', 'b'])
  await create({ title: 'D' })
  expect([await next('d'), await next('b')]).toEqual(['a', 'd'])
  await create({ title: 'E', status: 'draft' })
  await t.send('PUT', '/api/projects/3', { cookie, body: projectInput({ title: 'C', status: 'draft' }) })
  expect([await next('a'), await next('b'), await next('c'), await next('e')]).toEqual(['b', 'd', 404, 404])
})

describe('an invalid body is refused at its field', () => {
  const faults: [path: string, changes: Record<string, unknown>][] = [
    ['title', { title: undefined }],
    ['description', { description: '' }],
    ['content', { content: ' ' }],
    ['category', { category: null }],
    ['imageUrl', { imageUrl: 'x.png' }],
    ['githubUrl', { githubUrl: 'javascript:alert(1)' }],
    ['demoUrl', { demoUrl: 'example.com' }],
    ['isFeatured', { isFeatured: 'yes' }],
    ['type', { type: 'x'.repeat(101) }],
    ['facts', { facts: 'Rotterdam' }],
    ['facts', { facts: Array.from({ length: 13 }, () => facts[0]) }],
    ['facts.1.value', { facts: [facts[0], { label: 'Place' }] }],
    ['facts.0.label', { facts: [{ label: 'x'.repeat(61), value: 'x' }] }],
    ['facts.0.colour', { facts: [{ ...facts[0], colour: 'red' }] }],
    ['results', { results: Array.from({ length: 7 }, () => results[0]) }],
    ['results.0.before', { results: [{ ...results[0], before: ' ' }] }],
    ['results.0.after', { results: [{ ...results[0], after: 'x'.repeat(41) }] }],
    ['results.0.note', { results: [{ ...results[0], note: 'x'.repeat(301) }] }],
    ['translations.es.results.0.after', { translations: { es: { results: [{ after: 'x'.repeat(41) }] } } }],
    ['translations.es.facts.0.before', { translations: { es: { facts: [{ before: '1' }] } } }],
  ]
  for (const [path, changes] of faults) {
    test(`${path}: ${JSON.stringify(changes).slice(0, 60)}`, async () => {
      const { status, json } = await t.send('POST', '/api/projects', {
        cookie,
        body: { ...projectInput(), ...changes },
      })
      expect([status, (json as { issues: { path: string }[] }).issues.map((issue) => issue.path)]).toEqual([
        422,
        [path],
      ])
      expect(await ids('/api/projects')).toEqual([])
    })
  }
})
