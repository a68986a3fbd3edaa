import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { posts } from '#features/posts/table'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>

beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
  const cookie = await t.signIn()
  for (let at = 1; at <= 50; at++) {
    const publishedAt = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const category = at <= 25 ? 'Real Estate' : 'Notes'
    const translations = { es: { title: `Artículo ${at}`, category: at <= 25 ? 'Inmobiliario' : 'Notas' } }
    const body = postInput({ title: `Post ${at}`, publishedAt, category, translations })
    const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
    expect((await t.ask('/api/blog', { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201)
  }
})
afterAll(() => t.close())

const get = async (path: string) => {
  const answer = await t.ask(path)
  const text = await answer.text()
  const head = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    status: answer.status,
    text,
    location: answer.headers.get('location'),
    titles: [...text.matchAll(/<h2 class="card-title"><a[^>]*>([^<]*)</g)].map(([, title]) => title),
    canonical: head(/<link rel="canonical" href="([^"]*)"/),
    spanish: head(/<link rel="alternate" hrefLang="es" href="([^"]*)"/i),
    next: head(/<a[^>]*rel="next"[^>]*href="([^"]*)"/) ?? head(/<a[^>]*href="([^"]*)"[^>]*rel="next"/),
    previous: head(/<a[^>]*rel="prev"[^>]*href="([^"]*)"/) ?? head(/<a[^>]*href="([^"]*)"[^>]*rel="prev"/),
  }
}

describe('a long list', () => {
  test('is paginated, each page with links to its neighbours and an address of its own', async () => {
    const first = await get('/blog/')
    expect(first).toMatchObject({ status: 200, next: '/blog/?page=2', previous: undefined })
    expect(first.titles).toHaveLength(24)
    expect(first.titles[0]).toBe('Post 50')
    expect(first.canonical).toEndWith('/blog/')
    const second = await get('/blog/?page=2')
    expect(second).toMatchObject({ status: 200, next: '/blog/?page=3', previous: '/blog/' })
    expect([second.titles[0], second.titles.length]).toEqual(['Post 26', 24])
    expect(second.canonical).toEndWith('/blog/?page=2')
    expect(second.spanish).toEndWith('/es/blog/?page=2')
    const last = await get('/es/blog/?page=3')
    expect(last).toMatchObject({ status: 200, next: undefined, previous: '/es/blog/?page=2' })
    expect(last.titles).toEqual(['Artículo 2', 'Artículo 1'])
    expect((await get('/blog/')).titles[0]).toBe('Post 50')
  })

  test('has its first page at its plain address, and no empty or impossible page', async () => {
    expect(await get('/blog/?page=1')).toMatchObject({ status: 308, location: '/blog/' })
    expect(await get('/es/blog/?page=1&x=y')).toMatchObject({ status: 308, location: '/es/blog/?x=y' })
    for (const page of ['0', '-1', '1e9', 'abc', '', '01', '4', '999999', '1000000', '2.5', '%00', '2%20'])
      for (const path of ['/blog/', '/projects/', '/blog/category/notes/'])
        expect([path, page, (await get(`${path}?page=${page}`)).status]).toEqual([path, page, 404])
    for (const path of ['/blog/?page=4', '/projects/?page=4', '/blog/category/none/', '/blog/a/b/'])
      expect((await get(path)).text).toContain('<h1>Page Not Found</h1>')
    expect((await get('/blog/none/')).text).toContain('<h1>Blog post not found</h1>')
  })
})

describe('a category', () => {
  test('has a page in both languages, paginated where it is long', async () => {
    const first = await get('/blog/category/real-estate/')
    expect(first).toMatchObject({ status: 200, next: '/blog/category/real-estate/?page=2' })
    expect(first.titles).toHaveLength(24)
    expect(first.text).toContain('<h1>Real Estate</h1>')
    expect(first.spanish).toEndWith('/es/blog/category/real-estate/')
    expect((await get('/blog/category/real-estate/?page=2')).titles).toEqual(['Post 1'])
    expect((await get('/es/blog/category/real-estate/')).text).toContain('<h1>Inmobiliario</h1>')
  })

  test('without posts has no page', async () => {
    for (const path of [
      '/blog/category/none/',
      '/es/blog/category/none/',
      '/blog/category/a%2Fb/',
      '/blog/category/%00/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('is in the sitemap', async () => {
    const { text } = await get('/sitemap.xml')
    expect(text).toContain('/blog/category/real-estate/</loc>')
    expect(text).toContain('/es/blog/category/notes/</loc>')
  })

  test('is shown on the cards', async () => {
    expect((await get('/blog/')).text).toContain('Notes</span>')
    expect((await get('/es/blog/')).text).toContain('Notas</span>')
  })
})

test('the home page shows the newest without counting all; the API returns the total', async () => {
  await t.services.cacheTags.touch(['post'])
  const counting = spyOn(t.services.db, '$count')
  const counts = () => counting.mock.calls.filter(([table]) => table === posts).length
  const home = await (await t.ask('/')).text()
  expect([home.includes('Post 50'), home.includes('Post 47'), counts()]).toEqual([true, false, 0])
  const told = await t.ask('/api/blog?limit=3')
  expect([told.headers.get('x-total-count'), counts()]).toEqual(['50', 1])
  expect(await told.json()).toHaveLength(3)
  expect((await t.ask('/api/blog?limit=3')).headers.get('x-total-count')).toBe('50')
  await t.ask('/blog/')
  expect(counts()).toBe(1)
  counting.mockRestore()
})
