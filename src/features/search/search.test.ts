import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { features } from '#app/features'
import { testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'
import { leadOver, until } from '#test/waiting'
import { wordsOf } from '#text/fold'
import { piecesOf } from '#text/matches'
import { searchEntries, searchWords } from './table'
import { createTypoLimit } from './api'
import { deleteUnusedWords } from './words'

const t = await testApi()
let cookie: string

beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(t.close)

type Hit = { kind: string; title: string; url: string; excerpt: string }

const create = async (input: Parameters<typeof postInput>[0] = {}) => {
  const { status, json } = await t.send('POST', '/api/blog', { cookie, body: postInput(input) })
  expect(status).toBe(201)
  return json as { id: number }
}
const search = async (q: string, rest = '') => {
  const { status, json } = await t.send('GET', `/api/search?q=${encodeURIComponent(q)}${rest}`)
  expect(status, q).toBe(200)
  return json as Hit[]
}
const titles = async (q: string, rest = '') => (await search(q, rest)).map(({ title }) => title)
/** A search waits for the indexing of earlier writes. */
const indexed = async () => void (await search('anything'))
const put = (id: number, input: Parameters<typeof postInput>[0]) =>
  t.send('PUT', `/api/blog/${id}`, { cookie, body: postInput(input) })

test('with details a result has the date and the picture of its record; without, neither', async () => {
  await create({ title: 'Looms', imageUrl: '/images/loom.webp', publishedAt: '2026-01-02T00:00:00.000Z' })
  await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: '{"title":"About looms"}' } })
  const plain = { kind: 'post', title: 'Looms', url: '/blog/looms/', excerpt: expect.any(String) }
  const page = { kind: 'page', title: 'About looms', url: '/about/', excerpt: '' }
  expect(await search('looms')).toEqual(expect.arrayContaining([plain, page]))
  const [post, about] = (await search('looms', '&details=true')).toSorted((one, other) =>
    one.kind < other.kind ? 1 : -1,
  )
  expect([post, about]).toEqual([
    { ...plain, date: '2026-01-02T00:00:00.000Z', picture: '/images/loom.webp' } as Hit,
    page as Hit,
  ])
  expect((await t.send('GET', '/api/search?q=a&details=yes')).status).toBe(422)
})

test('the number of texts is that of a language, without what is not public', async () => {
  const size = async (language: string) => (await t.send('GET', `/api/search/size?language=${language}`)).json
  await create({ title: 'One', translations: { es: { title: 'Uno' } } })
  await create({ title: 'Two' })
  await create({ title: 'Three', status: 'draft' })
  await create({ title: 'Four', publishedAt: '2999-01-01T00:00:00.000Z' })
  await indexed()
  expect([await size('en'), await size('es')]).toEqual([{ total: 2 }, { total: 1 }])
  expect((await t.send('GET', '/api/search/size?language=xx')).status).toBe(422)
})

test('an excerpt says nothing twice, and headings end', async () => {
  const body = projectInput({
    title: 'Station',
    description: 'A camera that finds defects on sealing faces, trained with few parts.',
    excerpt: 'A camera station that finds defects on sealing faces at the pace of the line.',
    content: '<h2>First the light</h2><p>Then the model.</p>',
  })
  expect((await t.send('POST', '/api/projects', { cookie, body })).status).toBe(201)
  const [hit] = await search('station')
  expect(hit?.excerpt).toStartWith(
    'A camera that finds defects on sealing faces, trained with few parts.\nFirst the light. Then the model.',
  )
})

test('below a title with the words is the description of the record, and the home page is called Home', async () => {
  await create({
    title: 'Time tables',
    excerpt: 'How a week is planned.',
    content: `<p>${'Anything else. '.repeat(20)}</p><p>Kind, example, tables.</p>`,
  })
  const home = { heroTitle: 'Looms that listen', heroSubtitle: 'For every mill.' }
  await t.send('POST', '/api/page-contents', { cookie, body: { page: 'home', content: JSON.stringify(home) } })
  const [hit] = await search('tables')
  expect([hit?.title, hit?.excerpt.slice(0, 22)]).toEqual(['Time tables', 'How a week is planned.'])
  expect((await search('tables example'))[0]?.excerpt).toContain('Kind, example')
  expect((await search('listen'))[0]).toMatchObject({ title: 'Home', excerpt: 'Looms that listen\nFor every mill.' })
})

describe('a search finds', () => {
  test('posts, projects and pages, with their address and an excerpt of their text', async () => {
    await create({ title: 'Measuring looms', content: '<p>We <b>began</b> with a loom &amp; a stopwatch.</p>' })
    await t.send('POST', '/api/projects', { cookie, body: projectInput({ title: 'Loom reader', slug: 'loom-reader' }) })
    const about = { title: 'About looms', content: '<p>Looms since 1910.</p>', team: [{ name: 'Ada', bio: 'Weaves.' }] }
    await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: JSON.stringify(about) } })
    const found = await search('loom')
    expect(found.map(({ kind, url }) => [kind, url]).toSorted()).toEqual([
      ['page', '/about/'],
      ['post', '/blog/measuring-looms/'],
      ['project', '/projects/loom-reader/'],
    ])
    for (const hit of found) expect(Object.keys(hit).toSorted()).toEqual(['excerpt', 'kind', 'title', 'url'])
    expect((await search('stopwatch'))[0]?.excerpt).toContain('We began with a loom & a stopwatch.')
    expect(await titles('weaves')).toEqual(['About looms'])
  })

  test('words in any inflection, with or without accents, and by their beginning', async () => {
    await create({
      title: 'Training models',
      translations: { es: { title: 'Educación y modelos', content: '<p>Las máquinas aprenden.</p>' } },
    })
    for (const q of ['model', 'MODELS', 'trained', 'train', 'mod', 'training mod'])
      expect([q, await titles(q)]).toEqual([q, ['Training models']])
    for (const q of ['educacion', 'educación', 'Educaciones', 'educ', 'modelo', 'maquina', 'MÁQUINAS', 'aprend'])
      expect([q, await titles(q, '&language=es')]).toEqual([q, ['Educación y modelos']])
  })

  test('the other words, while a further one has a single letter that finds nothing', async () => {
    await create({ title: 'Training models', content: '<p>For plan B.</p>' })
    await create({ title: 'Model makers', content: '<p>Wood.</p>' })
    expect(await titles('model b')).toEqual(['Training models'])
    expect((await titles('model t')).toSorted()).toEqual(['Model makers', 'Training models'])
    expect(await titles('model ty')).toEqual([])
    expect(await titles('t')).toEqual([])
  })

  test('only what is written in the language, at its address there', async () => {
    await create({ title: 'Only English', translations: { es: { excerpt: 'Resumen suelto' } } })
    await create({ title: 'Both', translations: { es: { title: 'Ambos English' } } })
    expect(await titles('english', '&language=es')).toEqual(['Ambos English'])
    expect(await titles('suelto', '&language=es')).toEqual([])
    expect(await titles('ambos')).toEqual([])
    expect((await search('ambos', '&language=es'))[0]?.url).toBe('/es/blog/both/')
  })

  test('first those with the words in their titles', async () => {
    await create({ title: 'Other', content: '<p>Weaving weaving weaving weaving.</p>', publishedAt: '2026-03-01' })
    await create({ title: 'Old weaving', content: '<p>Nothing.</p>', publishedAt: '2020-01-01' })
    await create({ title: 'New weaving', content: '<p>Nothing.</p>', publishedAt: '2026-01-01' })
    expect(await titles('weaving')).toEqual(['New weaving', 'Old weaving', 'Other'])
    expect(await titles('weaving', '&limit=2')).toEqual(['New weaving', 'Old weaving'])
  })

  test('misspelt words, where nothing else is found', async () => {
    await create({
      title: 'Automation in factories',
      translations: { es: { title: 'Educación', excerpt: 'Con modelos' } },
    })
    for (const q of ['automaton', 'automtaion', 'factroies', 'fatories automation'])
      expect([q, await titles(q)]).toEqual([q, ['Automation in factories']])
    for (const q of ['educaion', 'edcuacion', 'mdoelos'])
      expect([q, await titles(q, '&language=es')]).toEqual([q, ['Educación']])
    expect(await titles('zebra')).toEqual([])
    expect(await titles('automation zebra')).toEqual([])
  })

  test('the first match in context, in plain text', async () => {
    await create({
      content: `<p>${'Filler words here. '.repeat(60)}The needle &lt;b&gt; lies there. ${'More. '.repeat(99)}</p>`,
    })
    const [hit] = await search('needle')
    expect(hit?.excerpt).toMatch(/^… .*The needle <b> lies there\..* …$/)
    expect(hit!.excerpt.length).toBeLessThan(200)
  })
})

describe('a search never shows', () => {
  test('a draft, a scheduled or a trashed record, until visitors see it', async () => {
    const draft = await create({ title: 'Hidden weft', status: 'draft' })
    expect(await titles('weft')).toEqual([])
    await put(draft.id, { title: 'Hidden weft', status: 'published' })
    expect(await titles('weft')).toEqual(['Hidden weft'])
    await t.send('PUT', `/api/blog/${draft.id}/draft`, { cookie, body: postInput({ title: 'Secret weft' }) })
    expect(await titles('secret')).toEqual([])
    await t.send('POST', `/api/blog/${draft.id}/trash`, { cookie, body: {} })
    expect(await titles('weft')).toEqual([])
    await t.send('POST', `/api/blog/${draft.id}/restore`, { cookie, body: { status: 'published' } })
    expect(await titles('weft')).toEqual(['Hidden weft'])
    await t.send('DELETE', `/api/blog/${draft.id}`, { cookie })
    expect(await titles('weft')).toEqual([])

    const lead = await leadOver(() => create({ title: 'Another weft', status: 'draft' }).then(() => titles('weft')))
    await create({ title: 'Coming weft', publishedAt: new Date(Date.now() + lead).toISOString() })
    expect(await titles('weft')).toEqual([])
    await until(async () => (await titles('weft')).length > 0)
    expect(await titles('weft')).toEqual(['Coming weft'])
  })

  test('an earlier version of a record', async () => {
    const { id } = await create({ title: 'Former name' })
    await put(id, { title: 'Later name' })
    expect([await titles('former'), await titles('later')]).toEqual([[], ['Later name']])
  })
})

describe('a misspelt word', () => {
  // "chaptar" has an edit distance of one from the one and two from the other.
  const misspelt = 'chaptar'
  const other = 'Charter'
  const nearest = 'Chapter'
  const storedWords = async () =>
    (await t.services.db.select({ word: searchWords.word }).from(searchWords)).map(({ word }) => word)

  beforeEach(async () => void (await create({ title: other, content: '<p>Text.</p>' })))

  test('does not match a scheduled record, and matches it once it is live', async () => {
    const lead = await leadOver(() => create({ title: 'Draft', status: 'draft' }).then(() => titles(misspelt)))
    await create({ title: nearest, publishedAt: new Date(Date.now() + lead).toISOString() })
    expect(await titles(misspelt)).toEqual([other])
    await until(async () => (await titles(nearest)).includes(nearest))
    expect(await titles(misspelt)).toEqual([nearest])
  })

  test('does not match records that are no longer live', async () => {
    const { id } = await create({ title: nearest })
    expect(await titles(misspelt)).toEqual([nearest])
    await put(id, { title: 'Renamed' })
    expect(await titles(misspelt)).toEqual([other])
    await put(id, { title: nearest })
    expect(await titles(misspelt)).toEqual([nearest])
    await put(id, { title: nearest, status: 'draft' })
    expect(await titles(misspelt)).toEqual([other])
    await put(id, { title: nearest, status: 'published' })
    await t.send('POST', `/api/blog/${id}/trash`, { cookie, body: {} })
    expect(await titles(misspelt)).toEqual([other])
    await t.send('DELETE', `/api/blog/${id}`, { cookie })
    expect(await titles(misspelt)).toEqual([other])
  })

  test('of texts that no longer have it is deleted', async () => {
    const { id } = await create({ title: nearest })
    await indexed()
    await t.send('DELETE', `/api/blog/${id}`, { cookie })
    expect(await storedWords()).toContain('chapter')
    await deleteUnusedWords(t.services)
    expect(await storedWords()).not.toContain('chapter')
    expect(await storedWords()).toContain('charter')
  })

  test('is corrected beside correct words; of more than three none is', async () => {
    await create({ title: 'Machines measure every building of a factory' })
    for (const q of ['machines mesure building factory every', 'mahcines mesure biulding factory'])
      expect([q, await titles(q)]).toEqual([q, ['Machines measure every building of a factory']])
    expect(await titles('mahcines mesure biulding fcatory')).toEqual([])
  })

  test('is corrected within a rate limit per address, and exact searches still work', async () => {
    const own = await testApi()
    try {
      await own.reset()
      const ownCookie = await own.signIn()
      await own.send('POST', '/api/blog', { cookie: ownCookie, body: postInput({ title: 'Written' }) })
      let refused: Awaited<ReturnType<typeof own.send>> | undefined
      for (let tries = 0; tries < 1000 && !refused; tries++) {
        const answer = await own.send('GET', '/api/search?q=zzz')
        if (answer.status !== 200) refused = answer
      }
      expect(refused?.status).toBe(429)
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await own.send('GET', '/api/search?q=written')).json).toHaveLength(1)
    } finally {
      await own.close()
    }
  })

  test('is corrected by one search at a time; a few are queued, and others are told to retry', async () => {
    const limited = createTypoLimit(false)
    const blocker = Promise.withResolvers<void>()
    let underWay = 0
    const look = () =>
      limited('1.2.3.4', async () => {
        underWay++
        await blocker.promise
      })
    const waiting: Promise<void>[] = []
    let refused: unknown
    for (let tries = 0; tries < 100 && refused === undefined; tries++)
      try {
        waiting.push(look())
      } catch (error) {
        refused = error
      }
    expect(refused).toMatchObject({ status: 503, options: { headers: { 'Retry-After': '1' } } })
    await Promise.resolve()
    expect(waiting.length).toBeGreaterThan(1)
    expect(underWay).toBeLessThanOrEqual(1)
    blocker.resolve()
    await Promise.all(waiting)
    expect(underWay).toBe(waiting.length)
  })
})

test('a start indexes missing records, and removes deleted ones', async () => {
  await create({ title: 'From before' })
  await indexed()
  await t.services.db.delete(searchEntries)
  const entry = {
    kind: 'post',
    language: 'en',
    version: 1,
    page: '/blog/:slug/',
    params: {},
    text: '',
    vector: 'gone',
  } as const
  await t.services.db.insert(searchEntries).values({ ...entry, recordId: '999', title: 'Gone', titleVector: 'gone' })
  expect(await titles('before')).toEqual([])
  for (const { jobs = [] } of features)
    for (const job of jobs) if ('atStart' in job && 'runInEach' in job) await job.runInEach(t.services)
  expect([await titles('before'), await titles('gone')]).toEqual([['From before'], []])
})

test('a save indexes the language that has changed, and leaves the other', async () => {
  const spanish = { es: { title: 'Telares', content: '<p>Cuarenta telares.</p>' } }
  const { id } = await create({ title: 'Looms', content: '<p>Forty looms.</p>', translations: spanish })
  const { db } = t.services
  await indexed()
  // Records that are indexed again are found again.
  await db.update(searchEntries).set({ titleVector: '', vector: '' })
  await put(id, { title: 'Looms', content: '<p>Fifty looms.</p>', translations: spanish })
  await indexed()
  const entries = await db.select().from(searchEntries).orderBy(searchEntries.language)
  expect(entries.map(({ language, version, vector }) => [language, version, vector === ''])).toEqual([
    ['en', 2, false],
    ['es', 2, true],
  ])
  expect(await titles('fifty')).toEqual(['Looms'])
  await put(id, { title: 'Looms', content: '<p>Fifty looms.</p>', translations: { es: { title: '', content: '' } } })
  await indexed()
  expect(await db.$count(searchEntries)).toBe(1)
})

test('a saved record is indexed soon after the answer, whether anybody searches or not', async () => {
  const { id } = await create({ title: 'Loom' })
  for (const title of ['Looms', 'Weaving', 'Spinning']) await put(id, { title })
  const entries = () => t.services.db.select({ title: searchEntries.title }).from(searchEntries)
  await until(async () => (await entries())[0]?.title === 'Spinning')
})

test('an unpublished record leaves the index with the write, whatever was saved just before', async () => {
  const { id } = await create({ title: 'Secret' })
  const { db } = t.services
  await indexed()
  expect(await db.$count(searchEntries)).toBe(1)
  await put(id, { title: 'Secret', excerpt: 'Told to all.' })
  await put(id, { title: 'Secret', status: 'draft' })
  expect(await db.$count(searchEntries)).toBe(0)
  await indexed()
  expect(await db.$count(searchEntries)).toBe(0)
})

test('any query is answered', async () => {
  await create({ title: "It's 50% off: C++ & the <b>end</b>" })
  const odd = [
    '!&|<->',
    "'",
    "''",
    '"',
    '\\',
    ':*',
    "a' | 'b",
    '(',
    ')',
    '!!',
    '<->',
    '%',
    '_',
    '𝒳',
    'é'.repeat(200),
    '* & |',
    '{}',
    '[]',
    '{"a":1}',
    '[1, 2]',
    ',',
  ]
  for (const q of odd) expect(Array.isArray(await search(q))).toBe(true)
  expect(await titles('c++ 50%')).toHaveLength(1)
  expect(await titles('off, end')).toHaveLength(1)
  expect(await titles('the')).toHaveLength(1)
  expect(await search('')).toEqual([])
  expect(await search('   ')).toEqual([])
  expect((await t.send('GET', '/api/search')).json).toEqual([])
  for (const query of [
    `q=${'x'.repeat(201)}`,
    `q=${'x'.repeat(10_000)}`,
    'q=%00',
    'q=a&language=fr',
    'q=a&language=',
    'q=a&q=b',
  ])
    expect([query, (await t.send('GET', `/api/search?${query}`)).status]).toEqual([query, 422])
  for (const limit of ['0', '51', '-1', 'x', '', '1e1'])
    expect([limit, (await t.send('GET', `/api/search?q=a&limit=${limit}`)).status]).toEqual([limit, 422])
})

describe('texts as programs and keyboards write them', () => {
  const written =
    'Die Quar\u00adzit\u00adgru\u00adbe, ﬂuﬀy, ＦＵＬＬ, zero\u200bwidth, Łódź, Straße, cre\u0301me, Ærøskøbing'

  test.each([
    ['Quarzitgrube', 'Quar\u00adzit\u00adgru\u00adbe'],
    ['fluffy', 'ﬂuﬀy'],
    ['full', 'ＦＵＬＬ'],
    ['zerowidth', 'zero\u200bwidth'],
    ['quarzit', 'Quar\u00adzit\u00adgru\u00adbe'],
    ['lodz', 'Łódź'],
    ['Łódź', 'Łódź'],
    ['Ło\u0301dz\u0301', 'Łódź'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'Straße'],
    ['crème', 'cre\u0301me'],
    ['cre\u0300me', 'cre\u0301me'],
    ['aeroskobing', 'Ærøskøbing'],
    ['ｆｕｌｌ', 'ＦＵＬＬ'],
    ['ﬂuﬀy', 'ﬂuﬀy'],
    ['Quar\u00adzit\u200bgrube\ufeff', 'Quar\u00adzit\u00adgru\u00adbe'],
  ])('are found by %p, and marked', async (q, word) => {
    await create({ title: 'Other', content: `<p>${'Before it. '.repeat(60)}${written}</p>` })
    await create({ title: 'None of it', content: '<p>Nothing</p>' })
    const hits = await search(q)
    expect(hits.map(({ title }) => title)).toEqual(['Other'])
    expect(hits[0]?.excerpt.normalize('NFC')).toContain(word.normalize('NFC'))
    const marked = piecesOf(hits[0]?.excerpt ?? '', wordsOf(q)).filter(({ isMatch }) => isMatch)
    expect(marked.map(({ text }) => text.normalize('NFC'))).toEqual([word.normalize('NFC')])
  })

  test('are found in titles too, and by editors in their lists', async () => {
    const { id } = await create({ title: 'Quar\u00adzit in Ło\u0301dź, ﬂuﬀy', content: '<p>x</p>' })
    for (const q of ['quarzit', 'LODZ', 'Łódź', 'fluffy', 'Quar\u00adzit', 'ｌｏｄｚ', 'lo\u0301dz']) {
      expect([q, (await search(q)).length]).toEqual([q, 1])
      const { json } = await t.send('GET', `/api/blog?status=all&q=${encodeURIComponent(q)}`, { cookie })
      expect([q, (json as { id: number }[]).map((row) => row.id)]).toEqual([q, [id]])
    }
  })
})
