import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { textsIn } from '#test/content/texts-in'
import { postInput } from '#test/inputs'
import { collecting } from '#platform/events/events'
import { testPipeline } from '#test/pipeline'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { contactMessages } from '#features/messages/table'
import { media } from '#features/media/table'
import { newsletters } from '#features/newsletters/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { foundEntry } from './contract'
import { derivedEntries } from './feature'
import { contentKinds } from '#app/features'
import { findEntries } from './table'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: unknown) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as { id: number } }
}
async function find(q: string, rest = '') {
  const { status, json } = await send('GET', `/api/find?q=${encodeURIComponent(q)}${rest}`)
  expect([q, status]).toEqual([q, 200])
  return z.array(foundEntry).parse(json)
}
const titles = async (q: string, rest?: string) => (await find(q, rest)).map(({ title }) => title)
async function create(input: object) {
  const { status, json } = await send('POST', '/api/blog', postInput({ imageUrl: '/favicon.svg', ...input }))
  expect(status).toBe(201)
  return json.id
}

test('a record of every status is found in both languages, with the field that contains the words', async () => {
  const id = await create({
    title: 'Quoins and ashlar',
    status: 'draft',
    content: '<p>Laid by a <b>mason</b>.</p>',
    translations: { es: { title: 'Sillares y dovelas', content: '<p>La <i>argamasa</i> de cal.</p>' } },
  })
  expect(await find('ashlar')).toEqual([
    {
      kind: 'post',
      id,
      title: 'Quoins and ashlar',
      status: 'draft',
      language: 'en',
      href: `/admin/blog/?edit=${id}&field=title`,
      match: 'Quoins and ashlar',
    },
  ])
  expect(await find('mason')).toMatchObject([
    { id, href: `/admin/blog/?edit=${id}&field=content`, match: 'Laid by a mason.' },
  ])
  expect(await find('ARGAMASA')).toMatchObject([
    { title: 'Sillares y dovelas', language: 'es', href: `/admin/blog/?edit=${id}&field=translations.es.content` },
  ])
  await send(
    'PUT',
    `/api/blog/${id}`,
    postInput({ title: 'Renamed', slug: 'x', status: 'published', publishedAt: '2999-01-01T00:00:00.000Z' }),
  )
  expect(await find('ashlar')).toEqual([])
  expect(await find('renamed')).toMatchObject([{ status: 'scheduled' }])
  await send('POST', `/api/blog/${id}/trash`)
  expect(await find('renamed')).toMatchObject([{ status: 'trashed' }])
  expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(204)
  expect(await find('renamed')).toEqual([])
})

test('the draft of a published record is found by its words at once', async () => {
  const id = await create({ title: 'Published', status: 'published' })
  expect(
    (await send('PUT', `/api/blog/${id}/draft`, postInput({ title: 'Published', excerpt: 'Corbels' }))).status,
  ).toBe(200)
  expect(await find('corbels')).toMatchObject([{ id, href: `/admin/blog/?edit=${id}&field=excerpt`, match: 'Corbels' }])
})

test('a typing error is forgiven, and accents are not needed', async () => {
  await create({ title: 'Measuring a façade', translations: { es: { title: 'Medición' } } })
  for (const typed of ['measruing', 'mesuring', 'measurring', 'meazuring', 'facade measur'])
    expect([typed, (await titles(typed))[0]]).toEqual([typed, 'Measuring a façade'])
  expect((await titles('medicion'))[0]).toBe('Medición')
  const id = await create({ title: 'Second', excerpt: 'Laid by masons of the abbey', slug: 'second' })
  expect(await find('maosns')).toMatchObject([{ id, href: `/admin/blog/?edit=${id}&field=excerpt` }])
  expect(await find('abey maosns')).toMatchObject([{ id }])
  expect(await find('mzsonz')).toEqual([])
  expect(await find('zzyzxqqq')).toEqual([])
})

test('titles that begin with the words come first, then other titles, then texts, the newest of each first', async () => {
  const make = (title: string, excerpt = 'Nothing') => create({ title, slug: crypto.randomUUID(), excerpt })
  await make('Third', 'An architrave')
  await make('The architrave')
  await make('Architrave old')
  await make('Architrave new')
  expect(await titles('architrave')).toEqual(['Architrave new', 'Architrave old', 'The architrave', 'Third'])
  expect(await titles('architrave', '&limit=2')).toEqual(['Architrave new', 'Architrave old'])
})

test('titles that begin with the words are found behind hundreds of newer ones with them', async () => {
  await create({ title: 'Lintels' })
  await t.services.db.execute(sql`
    insert into posts (id, slug, title, excerpt, content, image_url, published_at)
    select 1000 + i, 'on-lintels-' || i, 'On lintels', '', '', '', now() from generate_series(1, 300) as i`)
  await t.services.db.execute(sql`
    insert into find_entries (kind, record_id, language, version, draft, changed_at, title, folded_title, texts, words)
    select 'post', (1000 + i)::text, 'en', 1, 0, now() + i * interval '1 second', 'On lintels', ' on lintels', '[]', array_to_tsvector(array['on', 'lintels'])
    from generate_series(1, 300) as i`)
  expect((await titles('lintel', '&limit=3'))[0]).toBe('Lintels')
  expect((await find('lintel', '&limit=50')).map(({ id }) => id).slice(1, 4)).toEqual([1300, 1299, 1298])
})

test('a letter finds titles and screens only', async () => {
  await create({ title: 'Quoins', excerpt: 'Nothing' })
  await create({ title: 'Second', slug: 'second', excerpt: 'With quoins' })
  await t.services.db.insert(contactMessages).values({ name: 'Q', email: 'q@q.example', subject: 'Q', message: 'Q' })
  expect((await find('q')).map(({ kind, title }) => [kind, title])).toContainEqual(['post', 'Quoins'])
  expect(await titles('q', '&kinds=post,message,text')).toEqual(['Quoins'])
  expect(await titles('q quoins', '&kinds=post')).toEqual(['Quoins', 'Second'])
})

test('each of many messages is found by its sender, also with a typing error', async () => {
  await t.services.db.execute(sql`
    insert into contact_messages (name, email, subject, message, submitted_at)
    select 'Ada ' || i, 'ada' || i || '@cornice.example', 'About ' || i, 'Common words', now() - i * interval '1 minute'
    from generate_series(1, 2000) as i`)
  await t.services.db.insert(contactMessages).values({
    name: 'Zoë Lovelace',
    email: 'zoe@corbel.example',
    subject: 'Hi',
    message: 'Common words',
    submittedAt: '2001-01-01T00:00:00Z',
  })
  for (const q of ['zoe@corbel.example', 'Zoe Lovelace', 'lovelcae', 'corble'])
    expect([q, await titles(q, '&kinds=message')]).toEqual([q, ['Hi']])
  expect(await titles('ada1999@cornice.example', '&kinds=message')).toEqual(['About 1999'])
  expect(await titles('common', '&kinds=message&limit=2')).toEqual(['About 1', 'About 2'])
})

test('messages, subscribers, media, redirects, people, newsletters, pages and texts are found', async () => {
  const { db } = t.services
  await db
    .insert(contactMessages)
    .values({ name: 'Ada', email: 'ada@pilaster.example', subject: 'Plinths', message: 'How <b>tall</b>?' })
  await db.insert(waitlistSubscribers).values({ email: 'reader@stucco.example', emailKey: 'reader@stucco.example' })
  await db.insert(media).values({
    hash: 'one',
    name: 'gable.png',
    addressName: 'gable.png',
    mime: 'image/png',
    bytes: 1,
    altEs: 'Un tímpano',
    words: 'gable.png un timpano',
  })
  await db
    .insert(newsletters)
    .values({ audience: 'all', title: textsIn('Winter cornice', { es: 'Cornisa de invierno' }) })
  expect((await send('POST', '/api/redirects', { from: '/frieze/', to: '/contact/' })).status).toBe(201)
  const content = JSON.stringify({ title: 'Us', content: '<p>Our pediment.</p>' })
  expect((await send('POST', '/api/page-contents', { page: 'about', content })).status).toBe(201)
  const site = {
    name: 'Entablature',
    announcement: { text: { en: 'A capital', es: '' }, href: null, from: null, until: null },
  }
  expect((await send('PUT', '/api/site', site)).status).toBe(200)

  for (const [q, kind, href] of [
    ['plinths', 'message', '/admin/messages/?message=1'],
    ['pilaster', 'message', '/admin/messages/?message=1'],
    ['stucco', 'subscriber', '/admin/waitlist/'],
    ['gable', 'media', '/admin/media/?item=1'],
    ['timpano', 'media', '/admin/media/?item=1'],
    ['cornisa', 'newsletter', '/admin/newsletters/?letter=1'],
    ['frieze', 'redirect', '/admin/redirects/'],
    ['pediment', 'page', '/admin/content/?page=about&field=content'],
    ['capital', 'text', '/admin/site/?field=announcement.text.en'],
    ['ada', 'person', '/admin/people/'],
  ] as const) {
    const found = await find(q, kind === 'person' ? '&kinds=person' : '')
    expect([q, found[0]?.kind, found[0]?.href]).toEqual([q, kind, href])
  }
  await db.delete(contactMessages)
  expect(await find('plinths')).toEqual([])
})

test('screens and settings are found in both languages, once each', async () => {
  expect(await find('redirects')).toMatchObject([{ kind: 'screen', href: '/admin/redirects/', status: null }])
  expect((await find('redirecciones'))[0]).toMatchObject({ kind: 'screen', href: '/admin/redirects/', language: 'es' })
  expect((await find('accent colour'))[0]).toMatchObject({ kind: 'setting', href: '/admin/site/?field=accent' })
  expect(await find('outbox', '&kinds=screen')).toMatchObject([{ href: '/admin/outbox/' }])
})

test('a setting is named in the language of the interface, and matches in that of the words', async () => {
  expect((await find('zona horaria', '&kinds=setting'))[0]).toMatchObject({
    title: 'Time zone of the site',
    match: 'Zona horaria del sitio',
    language: 'es',
  })
})

test('a text with HTML is shown and matched without its tags', async () => {
  const found = (await find('rights', '&kinds=text')).find(({ id }) => id === 'legal.privacyContent')
  expect(found?.match).toContain('Your rights You may ask')
  expect(found?.match).not.toMatch(/[<>]/)
  expect(await find('h2', '&kinds=text')).toEqual([])
})

test('kinds are separated by commas or repeated, and an unknown one is refused', async () => {
  await create({ title: 'Redirects for schools' })
  const kindsOf = async (rest: string) =>
    [...new Set((await find('redirects', rest)).map(({ kind }) => kind))].toSorted()
  expect(await kindsOf('&kinds=post')).toEqual(['post'])
  expect(await kindsOf('&kinds=post,screen')).toEqual(['post', 'screen'])
  expect(await kindsOf('&kinds=post&kinds=screen')).toEqual(['post', 'screen'])
  const refused = await send('GET', '/api/find?q=a&kinds=post,nothing')
  expect(refused).toMatchObject({ status: 422, json: { issues: [{ path: expect.stringMatching(/^kinds/) }] } })
})

test('limits are checked, and a request without a session is refused', async () => {
  expect(await find('')).toEqual([])
  expect(await find(' %_ ')).toEqual([])
  expect((await send('GET', '/api/find?q=a&limit=51')).status).toBe(422)
  expect((await send('GET', `/api/find?q=${'a'.repeat(10_000)}`)).status).toBe(422)
  expect((await send('GET', '/api/find?q=a%00b')).status).toBe(422)
  cookie = ''
  expect((await send('GET', '/api/find?q=a')).status).toBe(401)
})

test('words with characters of patterns and of SQL are found as they are, or not at all', async () => {
  await create({ title: 'Plain' })
  for (const q of [
    `'`,
    `\\`,
    `a'b`,
    `"x" | !y`,
    `((((`,
    `pla%n`,
    `p_ain`,
    `plain\\`,
    `:*`,
    `.*`,
    `plain & `,
    '[a',
    `${'word '.repeat(39)}`,
  ])
    expect(Array.isArray(await find(q))).toBe(true)
  expect(await titles('p%ain')).not.toContain('Plain')
})

test('a save is indexed after its response, even without a search, and a deletion in the write itself', async () => {
  const titlesOf = async (id: number) => {
    const rows = await t.services.db
      .select()
      .from(findEntries)
      .where(sql`kind = 'post' and record_id = ${String(id)}`)
    return rows.filter(({ language }) => language === 'en').map(({ title }) => title)
  }
  const id = await create({ title: 'Springer', slug: 'springer', status: 'draft' })
  for (const title of ['Springing', 'Springstone']) {
    const { status } = await send('PUT', `/api/blog/${id}`, postInput({ title, slug: 'springer', status: 'draft' }))
    expect(status).toBe(200)
  }
  const end = Date.now() + 10_000
  while ((await titlesOf(id))[0] !== 'Springstone' && Date.now() < end) await Bun.sleep(50)
  expect(await titlesOf(id)).toEqual(['Springstone'])
  expect((await send('POST', `/api/blog/${id}/trash`)).status).toBe(200)
  expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(204)
  expect(await titlesOf(id)).toEqual([])
})

test('a deleted record is not found while the entry of a process that indexed it meanwhile is still there', async () => {
  const id = await create({ title: 'Quoins' })
  expect(await titles('quoins')).toEqual(['Quoins'])
  const left = await t.services.db
    .select()
    .from(findEntries)
    .where(sql`record_id = ${String(id)}`)
  expect(left).toHaveLength(1)
  expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(204)
  await t.services.db.insert(findEntries).values(left)
  expect(await titles('quoins')).toEqual([])
})

test('records that were written without an event are indexed by the job', async () => {
  const id = await create({ title: 'Voussoir' })
  expect(await find('voussoir')).toMatchObject([{ id }])
  await t.services.db.delete(findEntries)
  expect(await find('voussoir')).toEqual([])
  const sources = contentKinds.flatMap(({ naming }) => naming ?? [])
  const derived = derivedEntries(sources.filter(({ kind }) => kind === 'post'))
  const [source] = derived.sources
  if (!source) throw new Error('no posts')
  const stale = await derived.findStale(t.services.db, source, 10)
  expect(stale).toEqual([String(id)])
  await t.services.db.transaction((tx) => derived.reindex(collecting(tx), source, stale, t.services.config))
  expect(await find('voussoir')).toMatchObject([{ id }])
  expect(await derived.findStale(t.services.db, source, 10)).toEqual([])
})
