import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { postInput, projectInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'
import { postStore } from '#features/posts/store'
import { storeHits } from './lookup'
import { sweepRedirects } from './store'
import type { MissingPath, Redirect } from './contract'
import { missingPaths, redirects as table } from './table'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  t.services.notFoundHits.take()
  t.services.redirectHits.take()
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: unknown) {
  const headers = {
    cookie,
    origin: 'http://acme.test',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await response.text()
  return {
    status: response.status,
    json: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown> & { issues?: { path: string }[] }),
  }
}

async function create(input: object, api = '/api/blog'): Promise<number> {
  const { status, json } = await send('POST', api, api === '/api/blog' ? postInput(input) : projectInput(input))
  expect(status).toBe(201)
  return Number(json?.id)
}

const update = async (id: number, input: object, api = '/api/blog') =>
  expect((await send('PUT', `${api}/${id}`, api === '/api/blog' ? postInput(input) : projectInput(input))).status).toBe(
    200,
  )

async function visit(path: string) {
  const response = await t.ask(path)
  return [response.status, response.headers.get('location')]
}

const add = (from: unknown, to: unknown) => send('POST', '/api/redirects', { from, to })
const list = async () => (await send('GET', '/api/redirects')).json as unknown as Redirect[]
const missing = async () => (await send('GET', '/api/missing-paths')).json as unknown as MissingPath[]

describe('a record whose slug changes', () => {
  test('redirects its old addresses to the new one, in one step, with the query', async () => {
    const id = await create({ slug: 'first' })
    expect(await visit('/blog/first/')).toEqual([200, null])
    expect(await visit('/blog/second/')).toEqual([404, null])
    await update(id, { slug: 'second' })
    expect(await visit('/blog/first/')).toEqual([301, '/blog/second/'])
    expect(await visit('/blog/second/')).toEqual([200, null])
    await update(id, { slug: 'third' })
    for (const old of ['first', 'second']) {
      expect(await visit(`/blog/${old}/?utm=a&b=c`)).toEqual([301, '/blog/third/?utm=a&b=c'])
      expect(await visit(`/blog/${old}`)).toEqual([301, '/blog/third/'])
      expect(await visit(`/blog/${old}/`)).toEqual([301, '/blog/third/'])
    }
    expect((await t.ask('/api/blog/first')).status).toBe(404)
    await update(id, { slug: 'first' })
    expect(await visit('/blog/first/')).toEqual([200, null])
    expect(await visit('/blog/second/')).toEqual([301, '/blog/first/'])
    expect(await visit('/blog/third/')).toEqual([301, '/blog/first/'])
    expect((await list()).map(({ from, to, kind }) => [from, to, kind]).toSorted()).toEqual([
      ['/blog/second/', '/blog/first/', 'automatic'],
      ['/blog/third/', '/blog/first/', 'automatic'],
      ['/es/blog/second/', '/es/blog/first/', 'automatic'],
      ['/es/blog/third/', '/es/blog/first/', 'automatic'],
    ])
    expect(await visit('/es/blog/third/?a=b')).toEqual([301, '/es/blog/first/?a=b'])
  })

  test('redirects projects too', async () => {
    const id = await create({ slug: 'one' }, '/api/projects')
    await update(id, { slug: 'two' }, '/api/projects')
    expect(await visit('/projects/one/')).toEqual([301, '/projects/two/'])
  })

  test('does not reveal it while visitors do not see it', async () => {
    const id = await create({ slug: 'seen' })
    await update(id, { slug: 'moved' })
    await update(id, { slug: 'moved', status: 'draft' })
    expect(await visit('/blog/seen/')).toEqual([404, null])
    await update(id, { slug: 'elsewhere', status: 'draft' })
    expect(await visit('/blog/moved/')).toEqual([404, null])
    await update(id, { slug: 'elsewhere', status: 'published' })
    expect(await visit('/blog/seen/')).toEqual([301, '/blog/elsewhere/'])
    expect(await visit('/blog/moved/')).toEqual([301, '/blog/elsewhere/'])
    expect((await send('POST', `/api/blog/${id}/trash`)).status).toBe(200)
    expect(await visit('/blog/seen/')).toEqual([404, null])
    expect((await send('POST', `/api/blog/${id}/restore`, { status: 'published' })).status).toBe(200)
    expect(await visit('/blog/seen/')).toEqual([301, '/blog/elsewhere/'])
    expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(204)
    expect(await visit('/blog/seen/')).toEqual([404, null])
    expect(await list()).toEqual([])
  })

  test('creates no redirect where it was never live', async () => {
    const id = await create({ slug: 'sketch', status: 'draft' })
    await update(id, { slug: 'plan', status: 'draft' })
    await update(id, { slug: 'plan', status: 'published' })
    expect(await visit('/blog/sketch/')).toEqual([404, null])
    expect(await list()).toEqual([])
  })

  test('gives its old path to a record that takes it, once that one is live', async () => {
    const id = await create({ slug: 'shared' })
    await update(id, { slug: 'own' })
    const other = await create({ slug: 'shared', status: 'draft' })
    expect(await visit('/blog/shared/')).toEqual([301, '/blog/own/'])
    await update(other, { slug: 'shared', status: 'published' })
    expect(await visit('/blog/shared/')).toEqual([200, null])
    expect(await list()).toEqual([])
    await update(other, { slug: 'theirs' })
    expect(await visit('/blog/shared/')).toEqual([301, '/blog/theirs/'])
  })

  test('takes along manual redirects to it', async () => {
    const id = await create({ slug: 'offer' })
    expect((await add('/sale', '/blog/offer/?from=sale')).status).toBe(201)
    await update(id, { slug: 'autumn' })
    expect(await visit('/sale/')).toEqual([301, '/blog/autumn/?from=sale'])
    expect(await visit('/sale/?x=1')).toEqual([301, '/blog/autumn/?from=sale&x=1'])
  })

  test('leaves nothing behind when a job empties the trash', async () => {
    const [gone, kept] = [await create({ slug: 'gone' }), await create({ slug: 'kept' })]
    for (const [id, slug] of [
      [gone, 'gone-on'],
      [kept, 'kept-on'],
    ] as const)
      await update(id, { slug })
    await add('/by-hand/', '/blog/gone-on/')
    expect((await send('POST', `/api/blog/${gone}/trash`)).status).toBe(200)
    await t.services.db.execute(sql`update posts set trashed_at = now() - interval '31 days' where id = ${gone}`)
    await t.services.db.transaction(async (tx) => {
      await postStore.emptyTrash(collecting(tx))
      await sweepRedirects(tx)
    })
    expect((await list()).map(({ from }) => from)).toEqual(['/by-hand/', '/es/blog/kept/', '/blog/kept/'])
  })

  test('changes nothing when the write is rolled back', async () => {
    const id = await create({ slug: 'kept' })
    await create({ slug: 'taken' })
    expect((await send('PUT', `/api/blog/${id}`, postInput({ slug: 'taken' }))).status).toBe(409)
    expect(await list()).toEqual([])
  })
})

describe('a manual redirect', () => {
  test('works at once for a path that was not found a moment before, until it is deleted', async () => {
    expect(await visit('/old/page')).toEqual([308, '/old/page/'])
    expect(await visit('/old/page/')).toEqual([404, null])
    const { status, json } = await add('/old/page', '/projects')
    expect([status, json]).toEqual([
      201,
      { id: expect.any(Number), from: '/old/page/', to: '/projects/', kind: 'manual', hits: 0, lastHitAt: null },
    ])
    expect(await visit('/old/page/')).toEqual([301, '/projects/'])
    expect(await visit('/old/page')).toEqual([301, '/projects/'])
    expect(await list()).toEqual([json] as unknown as Redirect[])
    expect((await send('DELETE', `/api/redirects/${json?.id}`)).status).toBe(204)
    expect(await visit('/old/page/')).toEqual([404, null])
    const lines = (await send('GET', '/api/activity?kind=redirect')).json as unknown as object[]
    expect(lines).toMatchObject(
      ['deleted', 'created'].map((action) => ({ action, recordId: String(json?.id), title: '/old/page/' })),
    )
    for (const id of [json?.id, 0, 'x', '1e3']) expect((await send('DELETE', `/api/redirects/${id}`)).status).toBe(404)
  })

  test('may have a target on another site, and a source with a file extension', async () => {
    expect((await add('/index.php', 'https://example.com/a?b=c')).status).toBe(201)
    expect(await visit('/index.php?d=e')).toEqual([301, 'https://example.com/a?b=c&d=e'])
  })

  test.each([
    ['/page?x=1', '/'],
    ['/page#part', '/'],
    ['page', '/'],
    ['//host/page', '/'],
    ['https://acme.test/page', '/'],
    ['', '/'],
    [7, '/'],
    [undefined, '/'],
    ['/admin', '/'],
    ['/admin/x', '/'],
    ['/api/blog', '/'],
    ['/assets/a.js', '/'],
    ['/media/1', '/'],
    ['/preview/x', '/'],
    ['/a/../admin/x', '/'],
    ['/.//host', '/'],
    ['/a\\b', '/'],
    ['/a b', '/'],
    [`/${'a'.repeat(600)}`, '/'],
    ['/', '/projects/'],
    ['/blog', '/'],
    ['/legal/', '/'],
    ['/blog/there/', '/'],
    ['/es/blog/there/', '/'],
    ['/es/', '/'],
    ['/es/contact', '/'],
    ['/search/', '/'],
    ['/es/search', '/'],
    ['/blog/feed.xml', '/'],
    ['/es/blog/feed.xml', '/'],
    ['/robots.txt', '/'],
    ['/sitemap.xml/', '/'],
    ['/favicon.svg', '/'],
    ['/healthz', '/'],
  ])('cannot have the source %p', async (from, to) => {
    await create({ slug: 'there' })
    const { status, json } = await add(from, to)
    expect([status, json?.issues?.[0]?.path]).toEqual([422, 'from'])
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'ftp://example.com',
    'page',
    '',
    null,
    '/.//evil.example',
    'https://',
    '/here',
    '/here/?x=1',
    '/here#x',
    'http://acme.test/here/',
  ])('cannot have the target %p', async (to) => {
    const { status, json } = await add('/here/', to)
    expect([status, json?.issues?.[0]?.path]).toEqual([422, 'to'])
  })

  test('may have a source that was a page before, and only missed requests were counted', async () => {
    await create({ slug: 'hidden', status: 'draft' })
    for (const from of ['/robots.html', '/favicon.png', '/sitemap-2.xml', '/blog/hidden/', '/es/nothing/'])
      expect([from, (await add(from, '/projects/')).status]).toEqual([from, 201])
    await storeHits(t.services)
    expect(await missing()).toEqual([])
    expect(await visit('/favicon.png')).toEqual([301, '/projects/'])
  })

  test.each([
    ['/köp/', '/k%C3%B6p/', '/k%c3%b6p/', '/k%C3%b6p', '/ko%CC%88p/', '/%6b%c3%b6p/'],
    ['/k%c3%b6p/', '/k%C3%B6p/', '/k%c3%b6p/', '/%6Bo%cc%88p'],
    ['/ko\u0308p/', '/k%C3%B6p/', '/ko%CC%88p/'],
    ['/tilde/~x/', '/tilde/~x/', '/tilde/%7Ex/', '/tilde/%7ex', '/%74ilde/~x/'],
    ['/tilde/%7Ex', '/tilde/~x/', '/tilde/%7ex/'],
    ['/let/%61bc/', '/let/abc/', '/let/%61%62c'],
    ['/한.html', '/%ED%95%9C.html', '/%ed%95%9c.html'],
    ['/old//page/', '/old/page/', '/old//page'],
    ['/es/%c3%a1rea/', '/es/%C3%A1rea/', '/es/a%CC%81rea/', '/%65s/%c3%a1rea/'],
  ])('from %p answers all spellings of the path', async (from, ...rest) => {
    const spellings = rest.filter((path) => typeof path === 'string')
    expect((await add(from, '/projects/')).status).toBe(201)
    for (const path of spellings) {
      expect([path, ...(await visit(path))]).toEqual([path, 301, '/projects/'])
      expect([path, ...(await visit(`${path}?a=b`))]).toEqual([path, 301, '/projects/?a=b'])
    }
    expect((await add(spellings.at(-1), '/about/')).status).toBe(409)
    await storeHits(t.services)
    expect((await list()).map(({ hits }) => hits)).toEqual([2 * spellings.length])
  })

  test('leaves an escaped slash a path of its own', async () => {
    await add('/one%2ftwo/', '/projects/')
    expect(await visit('/one%2Ftwo/')).toEqual([301, '/projects/'])
    expect(await visit('/one/two/')).toEqual([404, null])
    expect((await add('/one/two/', '/about/')).status).toBe(201)
    expect(await visit('/one/two/')).toEqual([301, '/about/'])
  })

  test('stored by an earlier release as it was typed is found by all spellings, and respelled by a job', async () => {
    await t.services.db.insert(table).values([
      { from: '/k%c3%b6p/', to: '/projects/', kind: 'manual' },
      { from: '/tilde/%7Ex/', to: '/blog/', kind: 'manual' },
      { from: '/tilde/~x/', to: '/about/', kind: 'manual' },
    ])
    await t.services.cacheTags.touch('all')
    const found = async () => [await visit('/k%C3%B6p/'), await visit('/k%c3%b6p/'), await visit('/tilde/%7ex/')]
    const expected = [
      [301, '/projects/'],
      [301, '/projects/'],
      [301, '/about/'],
    ]
    expect(await found()).toEqual(expected)
    await t.services.db.transaction((tx) => sweepRedirects(tx))
    expect((await list()).map(({ from }) => from).toSorted()).toEqual(['/k%C3%B6p/', '/tilde/~x/'])
    expect(await found()).toEqual(expected)
    expect((await add('/köp/', '/about/')).status).toBe(409)
  })

  test('may have a target with spaces, or in another spelling, and is no loop by one', async () => {
    expect((await add('/file/', '/files/My report.pdf')).json?.to).toBe('/files/My%20report.pdf')
    expect(await visit('/file/')).toEqual([301, '/files/My%20report.pdf'])
    expect((await add('/here/', '/c%6fntact')).json?.to).toBe('/contact/')
    expect((await add('/köp/', '/ko%cc%88p/')).status).toBe(422)
    expect((await add('/%62log/', '/about/')).status).toBe(422)
  })

  test('cannot have the source of another', async () => {
    await add('/a/', '/blog/')
    expect((await add('/a', '/projects/')).status).toBe(409)
  })

  test('is never part of a chain, however many there are, nor of a loop', async () => {
    for (let step = 0; step < 50; step++) expect((await add(`/step-${step}`, `/step-${step + 1}`)).status).toBe(201)
    expect(await visit('/step-0/')).toEqual([301, '/step-50/'])
    expect((await add('/step-50/', '/step-7/')).status).toBe(422)
    expect((await add('/step-50/', 'https://example.com/')).status).toBe(201)
    for (const step of [0, 20, 49, 50]) expect(await visit(`/step-${step}/`)).toEqual([301, 'https://example.com/'])
    expect((await add('/before/', '/step-3/')).json?.to).toBe('https://example.com/')
  })

  test('gives way to a record that takes its path', async () => {
    await add('/blog/news/', '/about/')
    expect(await visit('/blog/news/')).toEqual([301, '/about/'])
    await create({ slug: 'news' })
    expect(await visit('/blog/news/')).toEqual([200, null])
    expect(await list()).toEqual([])
  })
})

describe('a page', () => {
  test('in another spelling of its path redirects to the one that it has, in one step', async () => {
    await create({ slug: '한국어', translations: { es: { title: 'Él', slug: 'el-coreano' } } })
    const own = `/blog/${encodeURIComponent('한국어')}/`
    for (const path of [
      own.toLowerCase(),
      own.slice(0, -1).toLowerCase(),
      `/bl%6Fg/${'한국어'.normalize('NFD')}/`,
      '/blog/한국어',
    ])
      expect([path, ...(await visit(`${path}?a=b`))]).toEqual([path, 308, `${own}?a=b`])
    for (const [path, to] of [
      ['/bl%6Fg', '/blog/'],
      ['/%61bout/', '/about/'],
      ['/%65s/blog/el%2Dcoreano/', '/es/blog/el-coreano/'],
      ['/%61dmin/', '/admin/'],
    ])
      expect([path!, ...(await visit(path!))]).toEqual([path!, 308, to!])
    for (const path of ['/%6e%6fthing/', '/projects/%66eatured/']) expect(await visit(path)).toEqual([404, null])
    expect(await visit('/blog%2F')).toEqual([308, '/blog%2F/'])
    expect(await visit('/blog%2F/')).toEqual([404, null])
    expect((await t.ask('/%62log/%66eed.xml')).status).toBe(200)
    expect((await t.ask(`${own.toLowerCase()}index.md`)).status).toBe(200)
    expect((await t.ask('/%61pi/blog')).status).toBe(200)
  })

  test('whose slug with other letters changes redirects all spellings of its old path', async () => {
    const id = await create({ slug: 'ελλάδα' })
    await update(id, { slug: 'новый' })
    const to = `/blog/${encodeURIComponent('новый')}/`
    for (const path of [
      '/blog/ελλάδα/',
      encodeURI('/blog/ελλάδα').toLowerCase(),
      `/blog/${'ελλάδα'.normalize('NFD')}/`,
    ])
      expect([path, ...(await visit(path))]).toEqual([path, 301, to])
  })
})

describe('requests', () => {
  test('for one missing path are counted together, however it is spelled', async () => {
    for (const path of ['/k%c3%b6p/', '/k%C3%B6p/', '/köp/']) expect((await visit(path))[0]).not.toBe(200)
    await visit('/k%C3%B6p/')
    await storeHits(t.services)
    expect((await missing()).map(({ path, count }) => [path, count])).toEqual([['/k%C3%B6p/', 4]])
  })

  test('count as hits, of cached responses too', async () => {
    await add('/a/', '/blog/')
    const before = Date.now()
    for (let time = 0; time < 5; time++) await visit('/a/')
    await visit('/a?x=1')
    await storeHits(t.services)
    const [row] = await list()
    expect(row?.hits).toBe(6)
    expect(Date.parse(row?.lastHitAt ?? '')).toBeGreaterThanOrEqual(before)
    await visit('/a/')
    await storeHits(t.services)
    expect((await list())[0]?.hits).toBe(7)
  })

  test('for missing paths are listed, most frequent first, without queries and without private paths', async () => {
    for (let time = 0; time < 3; time++) await visit('/gone/')
    await visit('/gone/?secret=1')
    await visit('/blog/nothing/')
    for (const path of [
      '/@me/',
      '/a/b@c.example/',
      '/b%40c/',
      '/api/nothing',
      '/assets/x.js',
      '/media/x.png',
      '/preview/abc/',
      '/blog/',
    ])
      await visit(path)
    await t.ask('/admin/nothing/', { headers: { cookie } })
    await storeHits(t.services)
    expect((await missing()).map(({ path, count }) => [path, count])).toEqual([
      ['/gone/', 4],
      ['/blog/nothing/', 1],
    ])
    await add('/gone/', '/blog/')
    expect((await missing()).map(({ path }) => path)).toEqual(['/blog/nothing/'])
    await create({ slug: 'nothing' })
    expect(await missing()).toEqual([])
  })

  test('leave the list once the path redirects, also where they were counted before and stored after that', async () => {
    for (const path of ['/old.html', '/soon/', '/blog/late/', '/blog/tag/', '/gone/']) await visit(path)
    await storeHits(t.services)
    expect((await missing()).length).toBe(5)
    await add('/old.html', '/blog/')
    expect((await missing()).map(({ path }) => path)).not.toContain('/old.html')
    for (const path of ['/soon/', '/blog/late/']) await visit(path)
    await add('/soon/', '/blog/')
    await create({ slug: 'late' })
    await storeHits(t.services)
    expect((await missing()).map(({ path }) => path).toSorted()).toEqual(['/blog/tag/', '/gone/'])
    expect(await t.services.db.$count(missingPaths)).toBe(2)
  })

  test('for a missing path stay listed through a flood of paths requested once', async () => {
    const { notFoundHits } = t.services
    for (let time = 0; time < 40; time++) await visit('/wanted/')
    for (let index = 0; index < 100_000; index++) {
      notFoundHits.add(`/flood/${index}/`)
      if (index % 1000 === 0) notFoundHits.add('/now-and-then/')
      if (index % 9000 === 0) await storeHits(t.services)
    }
    await storeHits(t.services)
    const rows = await missing()
    expect(rows.length).toBe(200)
    expect(rows.slice(0, 2).map(({ path, count }) => [path, count])).toEqual([
      ['/now-and-then/', 100],
      ['/wanted/', 40],
    ])
  }, 60_000)

  test('are counted later when the database was unreachable', async () => {
    await visit('/gone/')
    await expect(
      storeHits({ ...t.services, db: { transaction: () => Promise.reject(new Error('away')) } as never }),
    ).rejects.toThrow('away')
    await visit('/gone/')
    await storeHits(t.services)
    expect((await missing())[0]?.count).toBe(2)
  })
})
