import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { insertSession } from '#auth/sessions/sessions'
import { createAdministrator } from '#auth/store'
import { origin, testApi } from '#test/api'
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

type Body = Record<string, unknown>
const asAdmin = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.send(method, `/api/blog${path}`, { cookie, body, headers })
const asVisitor = (path: string) => t.send('GET', `/api/blog${path}`)
const create = async (changes: Body = {}) => (await asAdmin('POST', '', { ...postInput(), ...changes })).json as Body
const titles = async (path: string, as = asVisitor) =>
  ((await as(path)).json as { title: string }[]).map(({ title }) => title)
const edited = (query: string) => titles(query, (path) => asAdmin('GET', path))
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('the status of a record', () => {
  test('is published unless the body says draft, scheduled while its date is in the future', async () => {
    expect((await create()).status).toBe('published')
    expect((await create({ title: 'Draft', status: 'draft' })).status).toBe('draft')
    expect((await create({ title: 'Later', publishedAt: inAnHour() })).status).toBe('scheduled')
    expect((await asAdmin('POST', '', postInput({ status: 'scheduled' } as object))).status).toBe(422)
  })

  test('decides what visitors see: only live records, in lists and alone', async () => {
    await create({ title: 'Live' })
    await create({ title: 'Draft', status: 'draft' })
    await create({ title: 'Later', publishedAt: inAnHour() })
    expect(await titles('')).toEqual(['Live'])
    expect([
      (await asVisitor('/draft')).status,
      (await asVisitor('/later')).status,
      (await asVisitor('/live')).status,
    ]).toEqual([404, 404, 200])
    expect((await asAdmin('GET', '/draft')).status).toBe(404)
  })

  test('is a filter for editors alone, with known values', async () => {
    await create({ title: 'Live' })
    await create({ title: 'Draft', status: 'draft' })
    await create({ title: 'Later', publishedAt: inAnHour() })
    expect(await edited('?status=all')).toEqual(
      ['Later', 'Live', 'Draft'].toSorted((a, b) => (a === 'Draft' ? -1 : b === 'Draft' ? 1 : 0)),
    )
    expect([
      await edited('?status=draft'),
      await edited('?status=scheduled'),
      await edited('?status=published'),
      await edited('?status=trashed'),
    ]).toEqual([['Draft'], ['Later'], ['Live'], []])
    expect((await asVisitor('?status=all')).status).toBe(401)
    expect((await asVisitor('/live?status=all')).status).toBe(401)
    expect((await asAdmin('GET', '?status=other')).status).toBe(422)
    const item = await asAdmin('GET', '/draft?status=all')
    expect([item.status, item.json]).toMatchObject([200, { status: 'draft', publishedAt: null, draft: null }])
    expect(item.headers.get('etag')).toBe('"1.0"')
  })

  test('changes from draft to live when no field is missing, and back', async () => {
    const { id } = await create({ title: 'T', excerpt: '', content: '', imageUrl: '', status: 'draft' })
    const missing = await asAdmin('PUT', `/${id}`, { title: 'T', status: 'published' })
    expect([
      missing.status,
      (missing.json as { issues: { path: string }[] }).issues.map(({ path }) => path).toSorted(),
    ]).toEqual([422, ['content', 'excerpt', 'imageUrl']])
    const stays = await asAdmin('PUT', `/${id}`, { title: 'T2' })
    expect(stays.json).toMatchObject({ status: 'draft', title: 'T2' })
    const live = await asAdmin('PUT', `/${id}`, { ...postInput(), status: 'published' })
    expect(live.json).toMatchObject({ status: 'published', publishedAt: expect.any(String) })
    expect((await asAdmin('PUT', `/${id}`, { ...postInput(), status: 'draft' })).json).toMatchObject({
      status: 'draft',
    })
    expect(await titles('')).toEqual([])
  })

  test('a title is required even in a draft', async () => {
    expect((await asAdmin('POST', '', { status: 'draft' })).status).toBe(422)
    expect((await asAdmin('POST', '', { status: 'draft', title: 'Alone' })).status).toBe(201)
  })

  test('the store says when the next scheduled record goes live', async () => {
    const { postStore } = await import('#features/posts/store')
    expect(await postStore.untilNext(t.services.db)).toBeNull()
    await create({ title: 'Later', publishedAt: inAnHour() })
    expect(await postStore.untilNext(t.services.db)).toBeWithin(3_590_000, 3_600_001)
  })
})

describe('a draft of a live record', () => {
  test('is seen by editors only, and replaced by a save', async () => {
    const { id } = await create({ title: 'Live' })
    const saved = await asAdmin('PUT', `/${id}/draft`, { ...postInput({ title: 'Newer' }), status: 'published' })
    expect(saved.status).toBe(200)
    expect(saved.json).toMatchObject({
      title: 'Live',
      version: 1,
      draft: { version: 2, savedBy: { username: 'ada' }, values: { title: 'Newer' } },
    })
    expect(saved.headers.get('etag')).toBe('"1.2"')
    const seen = await asVisitor('/live')
    expect([seen.json, seen.headers.get('etag')]).toMatchObject([{ title: 'Live', version: 1 }, '"1"'])
    expect(JSON.stringify(seen.json)).not.toContain('Newer')
    expect((await asAdmin('GET', '?status=all')).json).toMatchObject([{ draft: { savedBy: { username: 'ada' } } }])
    await asAdmin('PUT', `/${id}`, postInput({ title: 'Newest' }))
    expect((await asAdmin('GET', '/newest?status=all')).json).toMatchObject({
      title: 'Newest',
      version: 2,
      draft: null,
    })
  })

  test('can be discarded, also when there is none', async () => {
    const { id } = await create()
    await asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Newer' }))
    expect([
      (await asAdmin('DELETE', `/${id}/draft`)).status,
      (await asAdmin('DELETE', `/${id}/draft`)).status,
    ]).toEqual([204, 204])
    expect((await asAdmin('GET', '/first-light?status=all')).json).toMatchObject({ draft: null })
  })

  test('If-Match names the record alone, or record and draft', async () => {
    const { id } = await create()
    await asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Newer' }))
    const again = (tag: string) => asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Again' }), { 'if-match': tag })
    expect([
      (await again('"1.9"')).status,
      (await again('"2"')).status,
      (await again('"1.2"')).status,
      (await again('"1"')).status,
    ]).toEqual([412, 412, 200, 200])
  })
})

describe('the history', () => {
  test('is numbered without gaps, has the author of each version, and returns every version', async () => {
    const { id } = await create()
    await asAdmin('PUT', `/${id}/draft`, postInput({ content: `<p>${'a'.repeat(5000)}</p>` }))
    await asAdmin('PUT', `/${id}`, postInput({ content: `<p>${'a'.repeat(2000)}😀${'a'.repeat(3000)}</p>` }))
    await asAdmin(
      'PUT',
      `/${id}`,
      postInput({ content: `<p>${'a'.repeat(2000)}😃${'a'.repeat(3000)}</p>`, status: 'draft' } as object),
    )
    const versions = (await asAdmin('GET', `/${id}/revisions`)).json as Body[]
    expect(versions.map(({ version, kind }) => [version, kind])).toEqual([
      [4, 'unpublished'],
      [3, 'published'],
      [2, 'draft'],
      [1, 'created'],
    ])
    expect(versions[0]).toMatchObject({ savedBy: { username: 'ada' }, restoredFrom: null })
    const third = (await asAdmin('GET', `/${id}/revisions/3`)).json as { values: { content: string } }
    expect(third.values.content).toContain('a😀a')
    expect((await asAdmin('GET', `/${id}/revisions/9`)).status).toBe(404)
    expect(
      ((await asAdmin('GET', `/${id}/revisions?before=3&limit=1`)).json as Body[]).map(({ version }) => version),
    ).toEqual([2])
    expect((await asAdmin('GET', `/${id}/revisions?limit=101`)).status).toBe(422)
    const { rows } = (await t.services.db.execute(
      sql`select length(text) as size from record_revisions where version = 4`,
    )) as unknown as { rows: { size: number }[] } & { size: number }[]
    expect(Number((rows ?? [])[0]?.size ?? 0)).toBeLessThan(200)
  })

  test('says of a version that was scheduled when it was to go live', async () => {
    const { id } = await create()
    const later = new Date(Date.now() + 86_400_000).toISOString()
    await asAdmin('PUT', `/${id}`, postInput({ publishedAt: later }))
    await asAdmin('PUT', `/${id}`, postInput({ publishedAt: '2026-01-01T08:00:00.000Z' }))
    const versions = (await asAdmin('GET', `/${id}/revisions`)).json as Body[]
    expect(versions.map(({ kind, scheduledFor }) => [kind, scheduledFor])).toEqual([
      ['published', null],
      ['published', later],
      ['created', null],
    ])
  })

  test('restores an old version as the draft of a live record', async () => {
    const { id } = await create({ title: 'One' })
    await asAdmin('PUT', `/${id}`, postInput({ title: 'Two' }))
    const restored = await asAdmin('POST', `/${id}/revisions/1/restore`)
    expect([restored.status, restored.json]).toMatchObject([
      200,
      { title: 'Two', draft: { version: 3, values: { title: 'One' } } },
    ])
    expect(((await asAdmin('GET', `/${id}/revisions`)).json as Body[])[0]).toMatchObject({
      version: 3,
      kind: 'restored',
      restoredFrom: 1,
    })
    expect((await asVisitor('/two')).json).toMatchObject({ title: 'Two' })
  })

  test('starts with the stored state of a record older than the history', async () => {
    const { id } = await create({ title: 'Old' })
    await t.services.db.execute(sql`delete from record_revisions`)
    await asAdmin('PUT', `/${id}`, postInput({ title: 'New' }))
    expect(((await asAdmin('GET', `/${id}/revisions/1`)).json as { values: Body }).values).toMatchObject({
      title: 'Old',
    })
  })

  test('returns a hundred and twenty versions verbatim', async () => {
    const { id } = await create()
    for (let count = 0; count < 120; count++)
      await asAdmin('PUT', `/${id}/draft`, postInput({ content: `<p>${'x'.repeat(count)} é😀 ${count}</p>` }))
    for (const version of [2, 50, 51, 52, 100, 101, 121]) {
      const { values } = (await asAdmin('GET', `/${id}/revisions/${version}`)).json as { values: Body }
      expect([version, values.content]).toEqual([version, `<p>${'x'.repeat(version - 2)} é😀 ${version - 2}</p>`])
    }
  })
})

describe('autosaves', () => {
  const autosave = (id: unknown, title: string, headers = {}, as = asAdmin) =>
    as('PUT', `/${id}/draft?autosave=true`, postInput({ title }), headers)
  const history = async (id: unknown) =>
    ((await asAdmin('GET', `/${id}/revisions`)).json as Body[]).map(({ version, kind }) => [version, kind])

  test('in a row are one version, while the version of the draft increases', async () => {
    const { id } = await create({ title: 'Live' })
    const tags = []
    for (const title of ['L', 'Li', 'Lit']) tags.push((await autosave(id, title)).headers.get('etag'))
    expect(tags).toEqual(['"1.2"', '"1.3"', '"1.4"'])
    expect(await history(id)).toEqual([
      [2, 'draft'],
      [1, 'created'],
    ])
    expect((await asAdmin('GET', `/${id}/revisions/2`)).json).toMatchObject({ values: { title: 'Lit' } })
    // The version that an editor has read is outdated.
    expect((await autosave(id, 'Over it', { 'if-match': '"1.2"' })).status).toBe(412)
    await asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Meant' }))
    await asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Meant again' }))
    expect((await autosave(id, 'Typed on')).json).toMatchObject({ draft: { version: 7 } })
    expect((await history(id)).map(([version]) => version)).toEqual([5, 4, 3, 2, 1])
  })

  test('of a draft record never publish it, and are one version too', async () => {
    const { id } = await create({ title: 'Draft', status: 'draft' })
    await autosave(id, 'One')
    const saved = await autosave(id, 'Two')
    expect([saved.json, saved.headers.get('etag')]).toMatchObject([{ status: 'draft', title: 'Two' }, '"3.0"'])
    expect(await history(id)).toEqual([
      [2, 'draft'],
      [1, 'created'],
    ])
    expect(await titles('')).toEqual([])
  })

  test('of another administrator, later ones, and those after a discarded draft are versions of their own', async () => {
    const { id } = await create()
    await autosave(id, 'Hers')
    const grace = await createAdministrator(t.services.db, { username: 'grace', password: 'a long password' })
    const session = (await insertSession(t.services.db, grace.id, origin)).cookie.split(';')[0]
    await autosave(id, 'His', {}, (method, path, body) => t.send(method, `/api/blog${path}`, { cookie: session, body }))
    await t.services.db.execute(sql`update record_revisions set autosaved_since = now() - interval '11 minutes'`)
    await autosave(id, 'Later')
    await asAdmin('DELETE', `/${id}/draft`)
    await autosave(id, 'After')
    expect((await history(id)).map(([version]) => version)).toEqual([5, 4, 3, 2, 1])
    expect((await asAdmin('GET', `/${id}/revisions/4`)).json).toMatchObject({ values: { title: 'Later' } })
  })

  test('do not change what visitors see, or its cache entries', async () => {
    const { id } = await create({ title: 'Live' })
    const stamp = t.services.cacheTags.stamp(['post'])
    await autosave(id, 'Typed')
    expect(t.services.cacheTags.stamp(['post'])).toEqual(stamp)
    await asAdmin('PUT', `/${id}`, postInput({ title: 'Published' }))
    expect(t.services.cacheTags.stamp(['post'])).not.toEqual(stamp)
  })

  test('are requested by a known parameter', async () => {
    const { id } = await create()
    expect((await asAdmin('PUT', `/${id}/draft?autosave=perhaps`, postInput())).status).toBe(422)
  })
})

describe('concurrent writes', () => {
  test('a draft of a record that was deleted meanwhile is not found', async () => {
    const { id } = await create()
    await asAdmin('DELETE', `/${id}`)
    const late = { 'if-match': '"1.0"' }
    expect((await asAdmin('PUT', `/${id}/draft`, postInput(), late)).status).toBe(404)
    expect((await asAdmin('DELETE', `/${id}/draft`, undefined, late)).status).toBe(404)
    expect((await asAdmin('POST', `/${id}/revisions/1/restore`, undefined, late)).status).toBe(404)
  })

  test('of two restores, the second gets a conflict', async () => {
    const { id } = await create({ title: 'One' })
    await asAdmin('PUT', `/${id}`, postInput({ title: 'Two' }))
    const restore = () => asAdmin('POST', `/${id}/revisions/1/restore`, undefined, { 'if-match': '"2.0"' })
    const answers = await Promise.all([restore(), restore()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await asAdmin('GET', `/${id}/revisions`)).json).toHaveLength(3)
  })
})

describe('the trash', () => {
  test('hides a record, keeps its slug, refuses other writes, and restores it', async () => {
    const { id } = await create({ title: 'Gone' })
    expect((await asAdmin('POST', `/${id}/trash`)).json).toMatchObject({ status: 'trashed' })
    expect((await asVisitor('/gone')).status).toBe(404)
    expect([await edited('?status=all'), await edited('?status=trashed')]).toEqual([[], ['Gone']])
    expect((await asAdmin('GET', '?status=trashed')).json).toMatchObject([{ title: 'Gone', trashedFrom: 'published' }])
    expect((await create({ title: 'Gone' })).slug).toBe('gone-2')
    const refused = [
      await asAdmin('PUT', `/${id}`, postInput()),
      await asAdmin('PUT', `/${id}/draft`, postInput()),
      await asAdmin('POST', `/${id}/trash`),
      await asAdmin('POST', `/${id}/revisions/1/restore`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await asAdmin('POST', `/${id}/restore`)).json).toMatchObject({ status: 'draft' })
    expect((await asAdmin('POST', `/${id}/restore`)).status).toBe(409)
    await asAdmin('POST', `/${id}/trash`)
    expect((await asAdmin('POST', `/${id}/restore`, { status: 'published' })).json).toMatchObject({
      status: 'published',
    })
    expect((await asVisitor('/gone')).status).toBe(200)
  })

  test('is emptied after a month, history included', async () => {
    const { postStore } = await import('#features/posts/store')
    const { id } = await create()
    await asAdmin('POST', `/${id}/trash`)
    await t.services.db.transaction((tx) => postStore.emptyTrash(collecting(tx)))
    expect(await edited('?status=trashed')).toHaveLength(1)
    await t.services.db.execute(sql`update posts set trashed_at = now() - interval '31 days'`)
    await t.services.db.transaction((tx) => postStore.emptyTrash(collecting(tx)))
    expect(await edited('?status=trashed')).toEqual([])
    expect((await asAdmin('GET', `/${id}/revisions`)).status).toBe(404)
  })

  test('a permanent deletion removes the history too', async () => {
    const { id } = await create()
    await asAdmin('PUT', `/${id}/draft`, postInput({ title: 'Newer' }))
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204)
    for (const path of ['revisions', 'revisions?before=2', 'revisions/1', 'translations/es'])
      expect([path, (await asAdmin('GET', `/${id}/${path}`)).status]).toEqual([path, 404])
  })

  test('the history of an unknown record is not found, that of a record older than histories is empty', async () => {
    for (const kind of ['blog', 'projects'])
      expect((await t.send('GET', `/api/${kind}/4711/revisions`, { cookie })).status).toBe(404)
    const { id } = await create()
    expect((await asAdmin('GET', `/${id}/revisions?before=1`)).json).toEqual([])
    await t.services.db.execute(sql`delete from record_revisions`)
    const answer = await asAdmin('GET', `/${id}/revisions`)
    expect([answer.status, answer.json]).toEqual([200, []])
  })
})
