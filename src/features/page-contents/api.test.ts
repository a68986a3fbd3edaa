import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { pageContents } from './table'

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

const save = (page: string, content: unknown, headers = {}) =>
  t.send('POST', '/api/page-contents', { cookie, body: { page, content }, headers })
const contentOf = async (page: string) =>
  ((await t.send('GET', `/api/page-contents/${page}`)).json as { content: string }).content

test('content is created once and replaced after that', async () => {
  expect((await t.send('GET', '/api/page-contents/home')).json).toEqual({ message: 'Page content not found' })
  const created = await save('home', '{"heroTitle":"Hello"}')
  expect([created.status, created.json]).toEqual([
    201,
    { id: 1, page: 'home', content: '{"heroTitle":"Hello"}', updatedAt: expect.any(String), version: 1 },
  ])
  const replaced = await save('home', '{"heroTitle":"Good day"}')
  expect([replaced.status, replaced.headers.get('etag'), replaced.json]).toEqual([
    200,
    '"2"',
    expect.objectContaining({ id: 1, version: 2 }),
  ])
  expect((await t.send('GET', '/api/page-contents', { cookie })).json).toEqual([replaced.json])
  expect((await t.send('GET', '/api/page-contents/home')).json).toEqual(replaced.json)
})

test('an object is stored as its JSON text; text is stored as typed', async () => {
  await save('blog', { blogTitle: 'News', metadata: { title: 'T' } })
  expect(JSON.parse(await contentOf('blog'))).toEqual({ blogTitle: 'News', metadata: { title: 'T' } })
  const typed = '{ "blogTitle" :\t"News",\n"unknown": [1, 2.50, null] }'
  await save('blog', typed)
  expect(await contentOf('blog')).toBe(typed)
})

test('the people of the about page are listed with their pictures', async () => {
  const people = async () => (await t.send('GET', '/api/page-contents/people')).json
  expect(await people()).toEqual({ people: [] })
  const team = [
    { name: ' Ada ', role: 'Engineer', photo: '/images/ada.webp' },
    { name: 'Grace' },
    { photo: '/images/nobody.webp' },
    'Mary',
  ]
  await save('about', { team })
  expect(await people()).toEqual({ people: [{ name: 'Ada', photo: '/images/ada.webp' }] })
})

test('a page with an unknown name is not found', async () => {
  for (const page of ['nope', 'HOME', '%00', '__proto__', 'constructor'])
    expect((await t.send('GET', `/api/page-contents/${page}`)).status).toBe(404)
  expect((await save('nope', '{}')).status).toBe(422)
})

test('twenty concurrent first saves create one page', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => save('about', `{"title":"${index}"}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
  expect(await t.services.db.$count(pageContents)).toBe(1)
})

test('a stale save changes nothing, nor does one with a version where there is none', async () => {
  expect((await save('home', '{}', { 'if-match': '"1"' })).status).toBe(412)
  expect((await save('home', '{}', { 'if-match': '*' })).status).toBe(412)
  await save('home', '{"a":1}')
  expect((await save('home', '{"a":2}', { 'if-match': '"2"' })).status).toBe(412)
  expect(await contentOf('home')).toBe('{"a":1}')
  expect((await save('home', '{"a":2}', { 'if-match': '"1"' })).status).toBe(200)
})

describe('HTML', () => {
  const attack = '<p onclick="x()">a</p><script>x()</script>'

  test('is sanitized in every HTML field, and nowhere else', async () => {
    await save('legal', {
      title: attack,
      sections: [{ title: 'Privacy', content: attack }, 7],
      translations: { es: { sections: [{ title: 'Privacidad', content: attack }] } },
    })
    expect(JSON.parse(await contentOf('legal'))).toEqual({
      title: attack,
      sections: [{ title: 'Privacy', content: '<p>a</p>' }, 7],
      translations: { es: { sections: [{ title: 'Privacidad', content: '<p>a</p>' }] } },
    })
    await save('about', { content: attack, translations: { es: { content: attack } } })
    expect(JSON.parse(await contentOf('about'))).toEqual({
      content: '<p>a</p>',
      translations: { es: { content: '<p>a</p>' } },
    })
  })

  test('that was stored unsanitized is sanitized when it is read; what is not JSON is left to its reader', async () => {
    await t.services.db.insert(pageContents).values([
      { page: 'about', content: JSON.stringify({ content: attack }) },
      { page: 'legal', content: '{broken' },
    ])
    expect(JSON.parse(await contentOf('about'))).toEqual({ content: '<p>a</p>' })
    expect(await contentOf('legal')).toBe('{broken')
  })
})

describe('invalid content is refused', () => {
  const faults: [content: unknown, path?: string][] = [
    ['{broken'],
    ['[]'],
    ['"text"'],
    ['null'],
    ['7'],
    [''],
    [7],
    [null],
    [[]],
    [undefined],
    ['{"a":"\0"}'],
    [String.raw`{"a":["\u0000"]}`],
    [String.raw`{"a":{"b":"\ud800"}}`],
    [String.raw`{"\udc00":1}`],
    [{ a: '\0' }],
    [{ a: { b: ['\u{D800}'] } }],
    [`{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['{"metadata":{"canonical":"javascript:alert(1)"}}', 'content.metadata.canonical'],
    [
      '{"translations":{"es":{"metadata":{"canonical":"javascript:alert(1)"}}}}',
      'content.translations.es.metadata.canonical',
    ],
    [{ metadata: { ogImage: ' JaVaScript:alert(1)' } }, 'content.metadata.ogImage'],
  ]
  for (const [content, path = 'content'] of faults) {
    test(JSON.stringify(content)?.slice(0, 70) ?? 'none', async () => {
      const { status, json } = await save('home', content)
      expect([status, json]).toEqual([
        422,
        { message: expect.any(String), issues: [{ path, message: expect.any(String) }] },
      ])
      expect(await t.services.db.$count(pageContents)).toBe(0)
    })
  }
})
