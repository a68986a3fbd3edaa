import { afterAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { contentKinds } from '#app/features'
import { posts } from '#features/posts/table'
import { testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'
import { listTextNames } from './list-texts'
import { recordTexts } from './table'

const t = await testApi()
let cookie: string

beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(t.close)

const found = async (path: string, q: string, rest = '') => {
  const answer = await t.send('GET', `/api${path}?status=all&limit=9&q=${encodeURIComponent(q)}${rest}`, { cookie })
  expect(answer.status).toBe(200)
  const rows = answer.json as { title: string }[]
  return { titles: rows.map(({ title }) => title), total: Number(answer.headers.get('x-total-count')) }
}
const create = async (path: string, body: object) => {
  const { status, json } = await t.send('POST', `/api${path}`, { cookie, body })
  expect(status).toBe(201)
  return json as { id: number }
}

test('the trigger of each kind indexes all fields that editors search', async () => {
  const kinds = contentKinds.flatMap(({ record }) => record ?? [])
  expect(kinds.length).toBeGreaterThan(1)
  for (const kind of kinds) {
    const [trigger] = await t.services.db
      .select({ told: sql<string>`pg_get_triggerdef(oid)` })
      .from(sql`pg_trigger`)
      .where(sql`tgname like '%\\_text' and pg_get_triggerdef(oid) like ${`%('${kind.name}', %`}`)
    const named = listTextNames(kind).map((name) => `'${name}'`)
    expect(trigger?.told).toContain(`_record_text('${kind.name}', ${named.join(', ')})`)
  }
})

test('every field, every language and the slug are found, whatever case and accents, and nothing else is', async () => {
  const post = {
    title: 'Ángulo [100%]',
    slug: 'own-name',
    excerpt: 'Under_score \\ here',
    category: 'Kategorie',
    author: 'Zoë Müller',
    content: '<p>hidden</p>',
    translations: { es: { title: 'ÉXITO', excerpt: 'Señal', category: 'Categoría', content: '<p>oculto</p>' } },
  }
  await create('/blog', postInput(post))
  await create('/projects', projectInput({ title: 'Loom', description: 'Weaves', category: 'Ñandú' }))
  for (const q of [
    'angulo',
    'ANGULO',
    '[100%]',
    'own-nam',
    'r_s',
    '\\',
    'kategor',
    'zoe mull',
    'exito',
    'senal',
    'categoría',
  ])
    expect([q, await found('/blog', q)]).toEqual([q, { titles: ['Ángulo [100%]'], total: 1 }])
  for (const q of ['hidden', 'oculto', 'angulo%exito', 'u%e', 'own_nam', 'loom'])
    expect([q, (await found('/blog', q)).titles]).toEqual([q, []])
  for (const q of ['weave', 'nandu', 'loom']) expect((await found('/projects', q)).titles).toEqual(['Loom'])
})

test('search combines with every other filter, and every order', async () => {
  for (const [title, day, category] of [
    ['Weft b', '01', 'One'],
    ['weft a', '03', 'Two'],
    ['Weft c', '02', 'One'],
  ] as const)
    await create('/blog', postInput({ title, publishedAt: `2026-01-${day}`, category }))
  await create('/blog', postInput({ title: 'Weft draft', publishedAt: '2026-01-04', status: 'draft' }))
  const titles = async (rest: string) => (await found('/blog', 'weft', rest)).titles
  expect(await titles('')).toEqual(['Weft draft', 'weft a', 'Weft c', 'Weft b'])
  expect(await titles('&sort=title')).toEqual(['weft a', 'Weft b', 'Weft c', 'Weft draft'])
  expect(await titles('&sort=-title&offset=1')).toEqual(['Weft c', 'Weft b', 'weft a'])
  expect(await titles('&sort=publishedAt')).toEqual(['Weft b', 'Weft c', 'weft a', 'Weft draft'])
  expect(await titles('&sort=-category')).toEqual((await titles('&sort=category')).toReversed())
  expect(await found('/blog', 'weft', '&category=one&sort=title')).toEqual({ titles: ['Weft b', 'Weft c'], total: 2 })
  expect(await found('/blog', 'weft', '&translation=complete')).toEqual({ titles: [], total: 0 })
  const part = await t.send('GET', '/api/blog?status=published&q=weft&limit=1&sort=title', { cookie })
  expect([part.headers.get('x-total-count'), (part.json as { title: string }[])[0]?.title]).toEqual(['3', 'weft a'])
})

test('the index follows every write, whoever makes it', async () => {
  const { db } = t.services
  const { id } = await create('/blog', postInput({ title: 'Former' }))
  await t.send('PUT', `/api/blog/${id}`, { cookie, body: postInput({ title: 'Later' }) })
  expect([(await found('/blog', 'former')).total, (await found('/blog', 'later')).total]).toEqual([0, 1])
  await db.update(posts).set({ title: 'Older release' }).where(eq(posts.id, id))
  expect((await found('/blog', 'older')).titles).toEqual(['Older release'])
  await t.send('POST', `/api/blog/${id}/trash`, { cookie, body: {} })
  expect((await found('/blog', 'older')).total).toBe(0)
  await t.send('DELETE', `/api/blog/${id}`, { cookie })
  expect(await db.select().from(recordTexts)).toEqual([])
})
