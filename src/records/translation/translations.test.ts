import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { posts } from '#features/posts/table'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'

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

type TranslationJson = { state: string; fields: Record<string, string> }
type Texts = Record<string, string>
type Edited = {
  id: number
  translation: { es: TranslationJson }
  translations: { es?: Texts }
  version: number
  updatedAt: string
}

const asAdmin = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.send(method, `/api/blog${path}`, { cookie, body, headers })
const spanish = (es: Texts) => ({ translations: { es } }) as object
const whole = { title: 'Primera luz', excerpt: 'Cómo empezamos.', content: '<p>Empezamos.</p>' }
const create = async (es: Texts, changes: object = {}) =>
  (await asAdmin('POST', '', { ...postInput({ slug: 'light' }), ...spanish(es), ...changes })).json as Edited
const put = (id: number, changes: object, path = '') =>
  asAdmin('PUT', `/${id}${path}`, { ...postInput({ slug: 'light' }), ...changes })
const record = async () => (await asAdmin('GET', '/light?status=all')).json as Edited
const told = async () => (await record()).translation.es
const states = async () => (await told()).fields
const detail = async (id: number) =>
  (await asAdmin('GET', `/${id}/translations/es`)).json as TranslationJson & {
    changes: Record<string, { before: string | null; after: string }>
    draft: (TranslationJson & { changes: object }) | null
  }
const confirm = (id: number, fields: unknown, headers: Record<string, string> = {}) =>
  asAdmin('POST', `/${id}/translations/es/confirm`, { fields }, headers)

const complete = { title: 'complete', excerpt: 'complete', content: 'complete' }

describe('the translation status of a record', () => {
  test('does not count a copy of the English, except for a few words, until somebody confirms it', async () => {
    const english = {
      title: 'First light of the day',
      excerpt: 'Bits & bytes: 42',
      content: '<p>How we began to build it.</p>',
    }
    const { id } = await create(english, english)
    expect(await told()).toEqual({
      state: 'partial',
      fields: { title: 'missing', excerpt: 'complete', content: 'missing' },
    })
    expect((await confirm(id, ['title'])).status).toBe(200)
    expect((await put(id, { ...english, ...spanish(english) })).status).toBe(200)
    expect(await states()).toEqual({ title: 'complete', excerpt: 'complete', content: 'missing' })
    await put(id, { ...english, content: '<p>How we began to build all of it.</p>', ...spanish(english) })
    expect(await states()).toEqual({ title: 'complete', excerpt: 'complete', content: 'outdated' })
    const [listed] = (await asAdmin('GET', '?status=all')).json as Edited[]
    expect(listed?.translation.es).toEqual(await told())
  })

  test('is returned field by field to editors, and to nobody else', async () => {
    await create({ title: 'Primera luz' })
    expect((await record()).translation).toEqual({
      es: { state: 'partial', fields: { title: 'complete', excerpt: 'missing', content: 'missing' } },
    })
    const [listed] = (await asAdmin('GET', '?status=all')).json as Edited[]
    expect(listed?.translation).toEqual((await record()).translation)
    expect((await t.send('GET', '/api/blog/light')).json).not.toHaveProperty('translation')
    expect((await t.send('GET', '/api/blog')).text).not.toContain('"translation"')
    expect((await asAdmin('GET', '/light')).json).not.toHaveProperty('translation')
  })

  test('ignores what is empty in English, SEO fields and the slug', async () => {
    await create({ ...whole, category: 'Luz' }, { category: '', metadata: { title: 'SEO' } })
    expect(await told()).toEqual({ state: 'complete', fields: complete })
  })

  test('is missing while nothing is translated; an empty paragraph counts as nothing', async () => {
    await create({ title: '', content: '<p></p>' })
    expect(await told()).toEqual({
      state: 'missing',
      fields: { title: 'missing', excerpt: 'missing', content: 'missing' },
    })
  })

  test('is outdated when the English has changed after its translation, complete when both change at once', async () => {
    const { id } = await create(whole)
    expect(await told()).toEqual({ state: 'complete', fields: complete })
    await put(id, { title: 'Second light' })
    expect(await told()).toEqual({ state: 'outdated', fields: { ...complete, title: 'outdated' } })
    expect((await asAdmin('GET', '?status=all')).json).toMatchObject([{ translation: { es: { state: 'outdated' } } }])
    await put(id, { title: 'Third light', ...spanish({ ...whole, title: 'Tercera luz' }) })
    expect(await states()).toEqual(complete)
  })

  test('is complete again when the English returns to what was translated', async () => {
    const { id } = await create(whole)
    await put(id, { content: '<p>Other.</p>' })
    expect((await states()).content).toBe('outdated')
    await put(id, {})
    expect(await states()).toEqual(complete)
  })

  test('ignores SEO fields, which are stored with the text', async () => {
    const { id } = await create(whole)
    await put(id, { metadata: { title: 'SEO' } })
    await put(id, {
      metadata: { title: 'Other' },
      ...spanish({ ...whole, content: JSON.stringify({ content: whole.content, metadata: { title: 'Otro' } }) }),
    })
    expect(await states()).toEqual(complete)
  })

  test('is outdated rather than partial when both apply', async () => {
    const { id } = await create({ title: 'Primera luz' })
    await put(id, { title: 'Second light' })
    expect((await told()).state).toBe('outdated')
  })
})

describe('confirming a translation', () => {
  test('makes an outdated text complete, and visitors see no change', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light', excerpt: 'Otherwise.' })
    const before = await t.send('GET', '/api/blog/light')
    const answer = await confirm(id, ['title'])
    expect([answer.status, (answer.json as Edited).translation.es]).toEqual([
      200,
      { state: 'outdated', fields: { ...complete, excerpt: 'outdated' } },
    ])
    expect(await told()).toEqual((answer.json as Edited).translation.es)
    const after = await t.send('GET', '/api/blog/light')
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
    expect((await asAdmin('GET', `/${id}/revisions`)).json).toHaveLength(2)
  })

  test('leaves missing texts missing, and stores nothing in their place', async () => {
    const { id } = await create({ title: 'Primera luz' })
    expect((await confirm(id, ['excerpt'])).status).toBe(200)
    expect((await states()).excerpt).toBe('missing')
    expect((await record()).translations).toEqual({ es: { title: 'Primera luz' } })
  })

  test('refuses unknown texts, and needs a session and the version', async () => {
    const { id } = await create(whole)
    for (const fields of [['slug'], ['metadata.title'], ['title', 'nothing'], [], 'title', undefined, [1], [null]])
      expect([fields, (await confirm(id, fields)).status]).toEqual([fields, 422])
    expect((await confirm(999, ['title'])).status).toBe(404)
    expect((await confirm(id, ['title'], { 'if-match': '"7"' })).status).toBe(412)
    expect((await confirm(id, ['title'], { 'if-match': '"1.0"' })).status).toBe(200)
    expect(
      (await t.send('POST', `/api/blog/${id}/translations/es/confirm`, { body: { fields: ['title'] } })).status,
    ).toBe(401)
    expect((await t.send('GET', `/api/blog/${id}/translations/es`)).status).toBe(401)
    expect((await asAdmin('GET', `/${id}/translations/fr`)).status).toBe(404)
    await asAdmin('POST', `/${id}/trash`)
    expect((await confirm(id, ['title'])).status).toBe(409)
  })

  test('is idempotent with a key', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' })
    const key = { 'idempotency-key': 'once' }
    expect((await confirm(id, ['title'], key)).status).toBe(200)
    await put(id, { title: 'Third light' })
    const again = await confirm(id, ['title'], key)
    expect((again.json as Edited).translation.es.state).toBe('complete')
    expect((await told()).state).toBe('outdated')
  })
})

describe('the source text of a translation', () => {
  test('is the English that was translated, next to the current one', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' })
    await put(id, { title: 'Third light', content: '<p>Anew.</p>' })
    expect(await detail(id)).toEqual({
      state: 'outdated',
      fields: { ...complete, title: 'outdated', content: 'outdated' },
      changes: {
        title: { before: 'First light', after: 'Third light' },
        content: { before: '<p>We began.</p>', after: '<p>Anew.</p>' },
      },
      draft: null,
    })
    await confirm(id, ['title', 'content'])
    await put(id, { title: 'Fourth light', content: '<p>Anew.</p>' })
    expect((await detail(id)).changes).toEqual({ title: { before: 'Third light', after: 'Fourth light' } })
  })
})

describe('drafts', () => {
  test('have a translation status of their own until they are published', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' }, '/draft')
    expect((await told()).state).toBe('complete')
    expect((await detail(id)).draft).toMatchObject({
      state: 'outdated',
      changes: { title: { before: 'First light', after: 'Second light' } },
    })
    await put(id, { title: 'Second light' })
    expect(await states()).toEqual({ ...complete, title: 'outdated' })
  })

  test('keep confirmed and written texts when they are published', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light', excerpt: 'Otherwise.' }, '/draft')
    await confirm(id, ['title'])
    const newer = { title: 'Second light', excerpt: 'Otherwise.', ...spanish({ ...whole, excerpt: 'De otro modo.' }) }
    await put(id, newer, '/draft')
    expect((await detail(id)).draft).toMatchObject({ state: 'complete', fields: complete })
    expect((await told()).state).toBe('complete')
    await put(id, newer)
    expect(await states()).toEqual(complete)
  })

  test('publish an outdated translation as outdated, though the live text was another', async () => {
    const { id } = await create(whole)
    await put(id, { ...spanish({ ...whole, title: 'Otra luz' }) }, '/draft')
    await put(id, { title: 'Second light', ...spanish({ ...whole, title: 'Otra luz' }) }, '/draft')
    await put(id, { title: 'Second light', ...spanish({ ...whole, title: 'Otra luz' }) })
    expect((await states()).title).toBe('outdated')
  })

  test('do not confirm what a client changes without them', async () => {
    const { id } = await create(whole)
    await put(id, { ...spanish({ ...whole, title: 'Otra luz' }) }, '/draft')
    await put(id, { title: 'Second light' })
    expect((await states()).title).toBe('outdated')
  })

  test('of draft records are the record itself', async () => {
    const { id } = await create(whole, { status: 'draft' })
    await put(id, { title: 'Second light' }, '/draft')
    expect((await states()).title).toBe('outdated')
    await put(id, { title: 'Second light', status: 'published' })
    expect((await states()).title).toBe('outdated')
  })
})

describe('restored versions', () => {
  test('have the translation status they had', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' })
    await put(id, { title: 'Second light', ...spanish({ ...whole, title: 'Segunda luz' }) })
    expect((await told()).state).toBe('complete')
    await asAdmin('POST', `/${id}/revisions/2/restore`)
    expect((await detail(id)).draft?.fields.title).toBe('outdated')
    await asAdmin('POST', `/${id}/revisions/1/restore`)
    expect((await detail(id)).draft?.fields.title).toBe('complete')
    await asAdmin('POST', `/${id}/revisions/2/restore`)
    await put(id, { title: 'Second light', ...spanish(whole) })
    expect((await states()).title).toBe('outdated')
  })

  test('keep it out of the trash too', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' })
    await asAdmin('POST', `/${id}/trash`)
    expect((await asAdmin('GET', '?status=trashed')).json).toMatchObject([
      { translation: { es: { state: 'outdated' } } },
    ])
    await asAdmin('POST', `/${id}/restore`, { status: 'published' })
    expect((await states()).title).toBe('outdated')
  })
})

describe('translations stored before their status was tracked', () => {
  test('count as up to date, and are tracked from then on', async () => {
    const { id } = await create(whole)
    await put(id, { title: 'Second light' })
    await t.services.db.execute(sql`delete from record_translations`)
    await t.services.db.execute(sql`update posts set translation = null`)
    expect(await states()).toEqual(complete)
    expect((await asAdmin('GET', '?status=all')).json).toMatchObject([{ translation: { es: { state: 'complete' } } }])
    await put(id, { title: 'Third light' })
    expect(await states()).toEqual({ ...complete, title: 'outdated' })
    expect((await detail(id)).changes).toEqual({ title: { before: 'Second light', after: 'Third light' } })
  })

  test('and those stored by another process are computed by a job', async () => {
    const { id } = await create(whole)
    await t.services.db.execute(sql`update posts set title = 'Second light', version = version + 1`)
    expect((await states()).title).toBe('outdated')
    expect((await asAdmin('GET', '?status=all')).json).toMatchObject([{ translation: { es: { state: 'outdated' } } }])
    const { postStore } = await import('#features/posts/store')
    await t.services.db.transaction((tx) => postStore.settleTranslations(tx))
    const [row] = await t.services.db
      .select({ version: sql<string>`${posts.translation} ->> 'version'` })
      .from(posts)
      .where(eq(posts.id, id))
    expect(row?.version).toBe('2')
  })

  test('a deletion removes the status too', async () => {
    const { id } = await create(whole)
    const { recordTranslations } = await import('#records/table')
    expect(await t.services.db.$count(recordTranslations)).toBe(3)
    await asAdmin('DELETE', `/${id}`)
    expect(await t.services.db.$count(recordTranslations)).toBe(0)
  })
})

test('the status of the whole site counts what is left to translate, drafts included, without the trash', async () => {
  const left = async () => (await t.send('GET', '/api/translations', { cookie })).json as { id: unknown }[]
  expect((await t.send('GET', '/api/translations')).status).toBe(401)
  const { id } = await create(whole)
  expect(await left()).toEqual([])
  await put(id, { title: 'Second light' }, '/draft')
  expect(await left()).toMatchObject([
    { kind: 'post', id, title: 'First light', es: { state: 'complete' }, draft: { es: { state: 'outdated' } } },
  ])
  await put(id, { title: 'Second light' })
  await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: { title: 'About' } } })
  expect(await left()).toMatchObject([
    { kind: 'post', es: { state: 'outdated', fields: { title: 'outdated' } }, draft: null },
    { kind: 'page', id: 'about', es: { state: 'missing' } },
  ])
  await t.services.db.execute(sql`update posts set translation = null`)
  expect(await left()).toHaveLength(2)
  await asAdmin('POST', `/${id}/trash`)
  expect(await left()).toHaveLength(1)
})
