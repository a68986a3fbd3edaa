import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'
import { leadOver, until } from '#test/waiting'

const t = await testApi()
let cookie: string

beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(t.close)

const create = (input: Parameters<typeof postInput>[0]) =>
  t.send('POST', '/api/blog', { cookie, body: postInput(input) })
const read = async (path: string, as?: string) => {
  const { status, json, headers } = await t.send('GET', path, { cookie: as })
  expect(status, path).toBe(200)
  return {
    titles: (json as { title: string }[]).map(({ title }) => title),
    total: Number(headers.get('x-total-count') ?? 'NaN'),
    etag: headers.get('etag'),
  }
}

test('a list is paged, and has its total', async () => {
  for (const day of [1, 2, 3, 4, 5]) await create({ title: `Day ${day}`, publishedAt: `2026-01-0${day}` })
  await create({ title: 'Unseen', status: 'draft' })
  expect(await read('/api/blog')).toMatchObject({ titles: [5, 4, 3, 2, 1].map((day) => `Day ${day}`), total: 5 })
  expect(await read('/api/blog?limit=2')).toMatchObject({ titles: ['Day 5', 'Day 4'], total: 5 })
  expect(await read('/api/blog?limit=2&offset=4')).toMatchObject({ titles: ['Day 1'], total: 5 })
  expect(await read('/api/blog?offset=3')).toMatchObject({ titles: ['Day 2', 'Day 1'], total: 5 })
  expect(await read('/api/blog?limit=2&offset=6')).toMatchObject({ titles: [], total: 5 })
  expect(await read('/api/blog?offset=999999999')).toMatchObject({ titles: [], total: 5 })
})

test('an unchanged page of a growing list has another ETag', async () => {
  await create({ title: 'New', publishedAt: '2026-02-01' })
  const { etag } = await read('/api/blog?limit=1')
  await create({ title: 'Old', publishedAt: '2026-01-01' })
  const after = await read('/api/blog?limit=1')
  expect([after.titles, after.total, after.etag === etag]).toEqual([['New'], 2, false])
})

test('a category is requested by a slug made like those of records', async () => {
  const categories = ['Real Estate', 'real  estate', 'Educación', 'R&D', '  Ümläut -- Ω/ß ', 'Other']
  for (const [index, category] of categories.entries()) await create({ title: `Post ${index}`, category })
  expect((await read('/api/blog?category=real-estate')).titles).toEqual(['Post 1', 'Post 0'])
  expect((await read('/api/blog?category=educacion')).titles).toEqual(['Post 2'])
  expect((await read('/api/blog?category=r-and-d')).titles).toEqual(['Post 3'])
  expect((await read('/api/blog?category=umlaut')).titles).toEqual(['Post 4'])
  expect(await read('/api/blog?category=real-estate&limit=1&offset=1')).toMatchObject({ titles: ['Post 0'], total: 2 })
  expect(await read('/api/blog?category=none')).toMatchObject({ titles: [], total: 0 })
})

test('the categories of public posts are listed by name, spelled as by their newest post', async () => {
  const es = { title: 'Uno', category: 'Educación' }
  await create({ title: 'Old', category: 'real  estate', publishedAt: '2026-01-01' })
  await create({ title: 'New', category: 'Real Estate', publishedAt: '2026-01-02', translations: { es } })
  await create({ title: 'Untitled', category: 'Alpha', translations: { es: { category: 'Alfa' } } })
  await create({ title: 'Hidden', category: 'Drafts', status: 'draft' })
  await create({ title: 'None', category: '' })
  await create({ title: 'Signs', category: '…' })
  const { status, json } = await t.send('GET', '/api/blog-categories')
  expect([status, json]).toEqual([
    200,
    [
      { slug: 'alpha', title: 'Alpha', translations: {} },
      { slug: 'real-estate', title: 'Real Estate', translations: { es: { title: 'Educación' } } },
    ],
  ])
})

test('projects are paged too, in their order', async () => {
  for (const title of ['One', 'Two', 'Three'])
    await t.send('POST', '/api/projects', {
      cookie,
      body: projectInput({ title, category: title === 'Two' ? 'A' : 'B' }),
    })
  expect(await read('/api/projects?limit=2')).toMatchObject({ titles: ['Three', 'Two'], total: 3 })
  expect(await read('/api/projects?category=b&limit=1&offset=1')).toMatchObject({ titles: ['One'], total: 2 })
})

test('an impossible page is refused', async () => {
  const refused = [
    ...['0', '-1', '101', '1e1', 'x', '', '%00', '1.5', '1&limit=2'].map((limit) => `limit=${limit}`),
    ...['-1', 'x', '', '1e9', '9999999999', '%00'].map((offset) => `offset=${offset}`),
    ...['', 'a/b', '%00', 'a b', 'x'.repeat(300), "'"].map((category) => `category=${category}`),
  ]
  for (const path of ['/api/blog', '/api/projects'])
    for (const query of refused) expect([query, (await t.send('GET', `${path}?${query}`)).status]).toEqual([query, 422])
})

test('editors filter and sort on the server where a list is too long to load', async () => {
  await create({
    title: 'beta',
    publishedAt: '2026-01-01',
    category: 'X',
    translations: { es: { title: 'Educación' } },
  })
  await create({ title: 'Alpha', publishedAt: '2026-01-03', author: 'Grace Hopper' })
  await create({ title: 'Gamma', status: 'draft', publishedAt: '2026-01-02' })
  const asEditor = (query: string) => read(`/api/blog?status=all${query}`, cookie)
  expect(await asEditor('')).toMatchObject({ titles: ['Alpha', 'Gamma', 'beta'], total: 3 })
  expect((await asEditor('&sort=title')).titles).toEqual(['Alpha', 'beta', 'Gamma'])
  expect((await asEditor('&sort=-title')).titles).toEqual(['Gamma', 'beta', 'Alpha'])
  expect((await asEditor('&sort=publishedAt')).titles).toEqual(['beta', 'Gamma', 'Alpha'])
  expect(await asEditor('&sort=title&limit=1&offset=1')).toMatchObject({ titles: ['beta'], total: 3 })
  expect(await asEditor('&q=EDUCACION')).toMatchObject({ titles: ['beta'], total: 1 })
  expect((await asEditor('&q=hopper%20alph')).titles).toEqual(['Alpha'])
  for (const [q, titles] of [
    ['%25', []],
    ["'%22%5C", []],
    ['%00', ['Alpha', 'Gamma', 'beta']],
  ] as const)
    expect((await asEditor(`&q=${q}`)).titles).toEqual([...titles])
  expect((await t.send('GET', '/api/blog?status=all&sort=content', { cookie })).status).toBe(422)
  expect((await t.send('GET', `/api/blog?status=all&q=${'x'.repeat(201)}`, { cookie })).status).toBe(422)
  expect((await t.send('GET', '/api/blog?status=all&q=a')).status).toBe(401)
})

test('editors find one by its id', async () => {
  const { id } = (await create({ title: 'Wanted' })).json as { id: number }
  const other = (await create({ title: 'Other' })).json as { id: number }
  await t.send('POST', `/api/blog/${other.id}/trash`, { cookie, body: {} })
  expect(await read(`/api/blog?status=all&id=${id}`, cookie)).toMatchObject({ titles: ['Wanted'], total: 1 })
  expect((await read(`/api/blog?status=trashed&id=${other.id}`, cookie)).titles).toEqual(['Other'])
  for (const none of [other.id, id + 1000, 2_147_483_648, 9_999_999_999])
    expect((await read(`/api/blog?status=all&id=${none}`, cookie)).titles).toEqual([])
  for (const wrong of ['0', '-1', 'x', '', '1e1', '10000000000'])
    expect([wrong, (await t.send('GET', `/api/blog?status=all&id=${wrong}`, { cookie })).status]).toEqual([wrong, 422])
})

test('a total is counted again after every write, and when a scheduled record goes live', async () => {
  for (const day of [1, 2, 3]) await create({ title: `Day ${day}`, publishedAt: `2026-01-0${day}` })
  const totals = async () => [
    (await read('/api/blog?limit=1')).total,
    (await read('/api/blog?status=all&limit=1', cookie)).total,
    (await read('/api/blog?status=draft&limit=1', cookie)).total,
  ]
  expect(await totals()).toEqual([3, 3, 0])
  const lead = await leadOver(() => create({ title: 'Draft', status: 'draft' }).then(totals))
  await create({ title: 'Soon', publishedAt: new Date(Date.now() + lead).toISOString() })
  expect(await totals()).toEqual([3, 5, 1])
  await until(async () => (await totals())[0] !== 3)
  expect(await totals()).toEqual([4, 5, 1])
  const [first] = (await t.send('GET', '/api/blog')).json as { id: number }[]
  expect((await t.send('DELETE', `/api/blog/${first?.id}`, { cookie })).status).toBe(204)
  expect(await totals()).toEqual([3, 4, 1])
})

test('editors get the translation status', async () => {
  await create({ title: 'Left', publishedAt: '2026-01-01' })
  await create({ title: 'Begun', publishedAt: '2026-01-02', translations: { es: { title: 'Empezado' } } })
  const having = (state: string) => read(`/api/blog?status=all&translation=${state}`, cookie)
  expect(await having('missing')).toMatchObject({ titles: ['Left'], total: 1 })
  expect(await having('partial')).toMatchObject({ titles: ['Begun'], total: 1 })
  expect((await having('complete')).titles).toEqual([])
  expect((await t.send('GET', '/api/blog?status=all&translation=some', { cookie })).status).toBe(422)
})

test('records without a date are the newest of a list', async () => {
  await create({ title: 'Dated', publishedAt: '2026-01-01' })
  await create({ title: 'Undated', status: 'draft' })
  expect((await read('/api/blog?status=all&sort=-publishedAt', cookie)).titles).toEqual(['Undated', 'Dated'])
  expect((await read('/api/blog?status=all&sort=publishedAt', cookie)).titles).toEqual(['Dated', 'Undated'])
})

test('a post has its author, or none', async () => {
  const named = await create({ author: '  Grace Hopper ' })
  expect(named.json).toMatchObject({ author: 'Grace Hopper' })
  expect((await create({ title: 'Second' })).json).toMatchObject({ author: '' })
  expect((await create({ author: 'x'.repeat(101) })).status).toBe(422)
})

test('a sort by text uses an index, in either direction', async () => {
  for (const [title, category] of Object.entries({ One: 'beta', Two: 'Alpha', Three: 'BETA', Four: '' }))
    await create({ title, category })
  const sorted = async (by: string) => (await read(`/api/blog?status=all&sort=${by}`, cookie)).titles
  expect(await sorted('category')).toEqual(['Four', 'Two', 'One', 'Three'])
  expect(await sorted('-category')).toEqual(['Three', 'One', 'Two', 'Four'])
  for (const [table, column, direction] of ['posts', 'projects'].flatMap((name) =>
    ['title', 'category'].flatMap((field) => ['asc', 'desc'].map((way) => [name, field, way])),
  )) {
    const plan = await t.services.db.transaction(async (tx) => {
      for (const setting of ['seqscan', 'sort']) await tx.execute(sql.raw(`set local enable_${setting} = off`))
      return tx.execute(
        sql.raw(
          `explain select id from ${table} where status <> 'trashed' order by lower(${column}) ${direction}, id ${direction} limit 100`,
        ),
      )
    })
    const steps = JSON.stringify(plan)
    expect([table, column, /\bSort\b/.test(steps), steps.includes('Index Only Scan')]).toEqual([
      table,
      column,
      false,
      true,
    ])
  }
})

test('a search is sorted like the whole list, and has its total beside its pages', async () => {
  const days = Object.entries({ zeta: 'B', alpha: 'A', mid: 'C', 'not this': 'A' })
  for (const [index, [excerpt, category]] of days.entries())
    await create({
      title: index === 2 ? 'Earlier' : 'Same',
      slug: `post-${index}`,
      excerpt: excerpt === 'not this' ? excerpt : `${excerpt} 50%_sensor`,
      category,
      publishedAt: `2026-01-0${index + 1}`,
    })
  const ordered = async (query: string) => {
    const answer = await t.send('GET', `/api/blog?status=all${query}`, { cookie })
    const slugs = (answer.json as { slug: string }[]).map(({ slug }) => Number(slug.slice(5)))
    return [slugs, Number(answer.headers.get('x-total-count'))]
  }
  for (const limit of ['', '&limit=100']) {
    const having = (rest: string) => ordered(`&q=%25_SENS${rest}${limit}`)
    expect(await having('&sort=title')).toEqual([[2, 0, 1], 3])
    expect(await having('&sort=-title')).toEqual([[1, 0, 2], 3])
    expect(await having('&sort=publishedAt')).toEqual([[0, 1, 2], 3])
    expect(await having('&sort=category')).toEqual([[1, 0, 2], 3])
    expect(await having('&sort=-category')).toEqual([[2, 0, 1], 3])
    expect(await having('')).toEqual([[2, 1, 0], 3])
    expect(await having('&sort=title&category=b')).toEqual([[0], 1])
    expect(await having('&sort=category&category=none')).toEqual([[], 0])
    expect(await having('&sort=title&offset=2')).toEqual([[1], 3])
    expect(await having('&sort=title&offset=3')).toEqual([[], 3])
    expect(await ordered(`&q=%25sensor&sort=title${limit}`)).toEqual([[], 0])
  }
  expect(await ordered('&q=sensor&sort=title&limit=1&offset=1')).toEqual([[0], 3])
  expect(await ordered('&q=sensor&sort=-publishedAt&limit=1')).toEqual([[2], 3])
})
