import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function create(title: string, day: number, more: object = {}) {
  const publishedAt = `2026-01-0${day}T09:00:00.000Z`
  const body = postInput({ title, excerpt: 'x', publishedAt, ...more })
  expect((await t.send('POST', '/api/blog', { cookie, body })).status).toBe(201)
}

type Named = { title: string }
async function around(slug: string) {
  const { status, json } = await t.send('GET', `/api/blog/${slug}/around`)
  const { previous, next, related } = json as { previous: Named | null; next: Named | null; related: Named[] }
  return { status, previous: previous?.title, next: next?.title, related: related?.map(({ title }) => title) }
}

test('a post has the previous and next one by date, of which visitors see only live ones', async () => {
  await create('Third', 3)
  await create('First', 1)
  await create('Second', 2, { translations: { es: { title: 'Segundo', slug: 'segundo' } } })
  await create('Same day', 3)
  await create('Draft', 2, { status: 'draft' })
  await create('Later', 1, { publishedAt: '2999-01-01T00:00:00.000Z' })
  expect(await around('second')).toMatchObject({ previous: 'First', next: 'Third', related: [] })
  expect(await around('segundo')).toMatchObject({ previous: 'First', next: 'Third' })
  expect(await around('third')).toMatchObject({ previous: 'Second', next: 'Same day' })
  expect(await around('first')).toMatchObject({ previous: undefined, next: 'Second' })
  expect(await around('same-day')).toMatchObject({ previous: 'Third', next: undefined })
  for (const slug of ['draft', 'later', 'none', '%00', 'a%20b'])
    expect([slug, (await t.send('GET', `/api/blog/${slug}/around`)).status]).toEqual([slug, 404])
})

test('three related posts at most: of its category first, then with common words', async () => {
  await create('Measuring factories before building', 1, { category: 'Factories' })
  await create('Nothing alike', 2)
  await create('Building and measuring', 3, { category: 'Schools' })
  await create('Other', 4, { category: 'Factories' })
  await create('Measuring again', 5, { category: 'Factories' })
  await create('Secret building and measuring', 6, { category: 'Factories', status: 'draft' })
  const slug = 'measuring-factories-before-building'
  expect((await around(slug)).related).toEqual(['Measuring again', 'Other', 'Building and measuring'])
  await create('Measuring once more', 7, { category: 'Factories' })
  expect((await around(slug)).related).toHaveLength(3)
})

test('the newest other posts stand in for related ones, without the neighbours', async () => {
  const newest = async (slug: string) => {
    const { json } = await t.send('GET', `/api/blog/${slug}/around`)
    return (json as { newest: Named[] }).newest.map(({ title }) => title)
  }
  for (const [at, title] of ['Aaaaa', 'Bbbbb', 'Ccccc', 'Ddddd', 'Eeeee', 'Fffff'].entries())
    await create(title, at + 1)
  expect((await around('bbbbb')).related).toEqual([])
  expect(await newest('bbbbb')).toEqual(['Fffff', 'Eeeee', 'Ddddd'])
  expect(await newest('eeeee')).toEqual(['Ccccc', 'Bbbbb', 'Aaaaa'])
  await create('Ggggg of a kind', 7, { category: 'Kind' })
  await create('Hhhhh of a kind', 8, { category: 'Kind' })
  await create('Iiiii', 9)
  expect((await around('ggggg-of-a-kind')).related).toEqual(['Hhhhh of a kind'])
  expect(await newest('ggggg-of-a-kind')).toEqual(['Iiiii', 'Eeeee'])
})
