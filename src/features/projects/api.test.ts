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
  ]
  for (const [path, changes] of faults) {
    test(path, async () => {
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
