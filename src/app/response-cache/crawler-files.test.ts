import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { contentKinds } from '#app/features'
import { sitePaths } from '#i18n/addresses/paths'
import { customPages } from '#features/custom-pages/table'
import { pageContents } from '#features/page-contents/table'
import { posts } from '#features/posts/table'
import { testPipeline } from '#test/pipeline'
import { createCrawlerFiles } from './crawler-files'
import { createOriginResponses } from './origin-responses'

const siteUrl = 'https://acme.test'
const noHome = { home: () => Promise.resolve(undefined) }
let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl } })
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
})
afterAll(() => t.close())

const textOf = async (path: string) => (await t.ask(path)).text()
const locations = async (path = '/sitemap.xml') =>
  [...(await textOf(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)
const screens = Object.values(sitePaths)

describe('robots.txt', () => {
  test('names the sitemap, and the paths that are not for crawlers', async () => {
    const answer = await t.ask('/robots.txt')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await answer.text()).toBe(
      [
        'User-agent: *',
        'Disallow: /admin/',
        'Disallow: /api/',
        'Disallow: /search/',
        'Disallow: /es/search/',
        'Disallow: /preview/',
        '',
        'Sitemap: https://acme.test/sitemap.xml',
        '',
      ].join('\n'),
    )
  })

  test('disallows everything on a site without SITE_URL', async () => {
    const homeless = await testPipeline()
    expect(await (await homeless.ask('/robots.txt')).text()).toBe(
      'User-agent: *\nDisallow: /\n\nSitemap: http://acme.test/sitemap.xml\n',
    )
    await homeless.close()
  })
})

describe('the sitemap', () => {
  test('lists every page, and records with their last change', async () => {
    await t.publish('first')
    await t.services.db.update(posts).set({ updatedAt: '2026-02-03T04:05:06.000Z' })
    await t.services.cacheTags.touch(['post'])
    const answer = await t.ask('/sitemap.xml')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const xml = await answer.text()
    expect(xml).toStartWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    )
    expect(xml).toContain(
      '<url><loc>https://acme.test/blog/first/</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://acme.test/blog/first/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://acme.test/blog/first/"/></url>',
    )
    expect((await locations()).toSorted()).toEqual(
      [...screens, ...screens.map((path) => `/es${path}`), '/blog/first/'].map((path) => siteUrl + path).toSorted(),
    )
  })

  test('lists each language of a page, with the others as alternates', async () => {
    await t.publish('both', 'Both', { translations: { es: { title: 'Ambos' } } })
    const xml = await textOf('/sitemap.xml')
    const links = [
      ['en', '/blog/both/'],
      ['es', '/es/blog/both/'],
      ['x-default', '/blog/both/'],
    ].map(([code, path]) => `<xhtml:link rel="alternate" hreflang="${code}" href="https://acme.test${path}"/>`)
    for (const path of ['/blog/both/', '/es/blog/both/'])
      expect(xml).toMatch(
        new RegExp(`<url><loc>https://acme.test${path}</loc><lastmod>[^<]+</lastmod>${links.join('')}</url>`),
      )
  })

  test('shows a write at once', async () => {
    expect(await locations()).not.toContain('https://acme.test/blog/first/')
    await t.publish('first')
    expect(await locations()).toContain('https://acme.test/blog/first/')
  })

  test('omits pages with another canonical address, and nothing else', async () => {
    const store = async (slug: string, content: string) => {
      await t.publish(slug)
      await t.services.db.update(posts).set({ content }).where(eq(posts.slug, slug))
    }
    await store('elsewhere', '{"content":"a","metadata":{"canonical":"https://other.test/a"}}')
    await store('moved', '{"content":"a","metadata":{"canonical":"/blog/own/"}}')
    await store('own', '{"content":"a","metadata":{"canonical":"https://acme.test/blog/own"}}')
    await store('spoken', '<p>"canonical": "https://other.test/"</p>')
    await store('broken', '{"canonical"')
    await t.services.db.insert(pageContents).values([
      { page: 'blog', content: '{"metadata":{"canonical":"{host}/journal/"}}' },
      { page: 'legal', content: '{"translations":{"es":{"metadata":{"canonical":"https://other.test/legal/"}}}}' },
      { page: 'about', content: '{"metadata":{"canonical":"{host}/about/"}}' },
    ])
    await t.services.cacheTags.touch(['post', 'page'])
    const found = await locations()
    for (const path of ['/blog/own/', '/blog/spoken/', '/blog/broken/', '/about/'])
      expect(found).toContain(siteUrl + path)
    for (const path of ['/es/blog/', '/legal/']) expect(found).toContain(siteUrl + path)
    for (const path of ['/blog/elsewhere/', '/blog/moved/', '/blog/', '/es/legal/'])
      expect(found).not.toContain(siteUrl + path)
  })

  test('is served like pages: compressed, with an ETag, without a body, with 405 for other methods', async () => {
    const packed = await t.ask('/sitemap.xml', { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const tag = packed.headers.get('etag') ?? ''
    expect((await t.ask('/sitemap.xml', { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await t.ask('/sitemap.xml', { method: 'HEAD' })).status).toBe(200)
    expect((await t.ask('/sitemap.xml', { method: 'POST' })).status).toBe(405)
    for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-x.xml', '/sitemap.txt'])
      expect(`${path} ${(await t.ask(path)).status}`).toBe(`${path} 404`)
  })

  test('is an index of parts when there are more records than one file may have', async () => {
    for (const slug of ['a', 'b', 'gone', 'gone-too', 'c']) await t.publish(slug)
    await t.services.db.execute(
      sql`update posts set id = place, status = case when slug like 'gone%' then 'draft' else 'published' end
        from (values ('a', 1001), ('b', 1002), ('gone', 1003), ('gone-too', 1004), ('c', 1005)) as placed (called, place)
        where slug = called`,
    )
    await t.services.cacheTags.touch(['post'])
    const sources = contentKinds.filter(({ addresses }) => addresses)
    const find = createCrawlerFiles(t.services, createOriginResponses(t.kept), noHome, {
      sources,
      most: 2,
      rangeLength: 2,
    })
    const bodyOf = async (path: string) => {
      const answer = await find({ path, origin: siteUrl })
      return answer && !(answer instanceof Response) ? new TextDecoder().decode(answer.bytes) : undefined
    }
    const parts = ['pages', 'post-501', 'post-503'].map(
      (part) => `<sitemap><loc>https://acme.test/sitemap-${part}.xml</loc></sitemap>`,
    )
    expect(await bodyOf('/sitemap.xml')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts.join('\n')}\n</sitemapindex>\n`,
    )
    const listed = async (path: string) =>
      [...((await bodyOf(path)) ?? '').matchAll(/<loc>https:\/\/acme\.test([^<]*)<\/loc>/g)].map(([, found]) => found)
    expect(await listed('/sitemap-post-501.xml')).toEqual(['/blog/a/', '/blog/b/'])
    expect(await listed('/sitemap-post-503.xml')).toEqual(['/blog/c/'])
    expect((await listed('/sitemap-pages.xml')).toSorted()).toEqual(
      [...screens, ...screens.map((path) => `/es${path}`)].toSorted(),
    )
    for (const path of ['/sitemap-post-502.xml', '/sitemap-post-999999.xml', '/sitemap-user-1.xml', '/sitemap-1.xml'])
      expect([path, await bodyOf(path)]).toEqual([path, undefined])
  })

  test('is one file as long as that fits all, however small the parts of an index are', async () => {
    const find = createCrawlerFiles(t.services, createOriginResponses(t.kept), noHome, { most: 3, rangeLength: 2 })
    const listed = async (path: string) => {
      const answer = await find({ path, origin: siteUrl })
      const text = answer && !(answer instanceof Response) ? new TextDecoder().decode(answer.bytes) : ''
      return [...text.matchAll(/<loc>https:\/\/acme\.test([^<]*)<\/loc>/g)].map(([, found]) => found)
    }
    for (const slug of ['a', 'b', 'c']) await t.publish(slug)
    await t.services.db.execute(sql`update posts set id = ascii(slug) - 96`)
    await t.services.cacheTags.touch(['post'])
    expect((await listed('/sitemap.xml')).filter((path) => path?.startsWith('/blog/'))).toEqual(
      ['', 'a/', 'b/', 'c/'].map((path) => `/blog/${path}`),
    )
    await t.publish('d')
    await t.services.db.execute(sql`update posts set id = 4 where slug = 'd'`)
    await t.services.cacheTags.touch(['post'])
    expect(await listed('/sitemap.xml')).toEqual(['pages', 'post-1', 'post-2'].map((part) => `/sitemap-${part}.xml`))
    expect(await listed('/sitemap-post-1.xml')).toEqual(['/blog/a/', '/blog/b/'])
    expect(await listed('/sitemap-post-2.xml')).toEqual(['/blog/c/', '/blog/d/'])
    await t.services.db.insert(customPages).values({ slug: 'offer', title: 'Offer' })
    await t.services.cacheTags.touch(['custom-page'])
    expect(await listed('/sitemap.xml')).toContain('/sitemap-custom-page-1.xml')
    expect(await listed('/sitemap-custom-page-1.xml')).toEqual(['/offer/'])
  })

  test('lists each category of the posts once', async () => {
    for (const [slug, category] of Object.entries({ a: 'Schools', b: 'schools', c: 'R&D', d: '', e: 'Unseen' }))
      await t.publish(slug, slug, { category, status: category === 'Unseen' ? 'draft' : 'published' })
    const found = (await locations()).filter((address) => address?.includes('/category/'))
    const slugs = ['r-and-d', 'schools'].flatMap((slug) => [`/blog/category/${slug}/`, `/es/blog/category/${slug}/`])
    expect(found).toEqual(slugs.map((path) => siteUrl + path))
  })

  test('reads any number of records, batch by batch', async () => {
    await t.publish('first')
    const [{ id: _, ...row } = { id: 0 }] = await t.services.db.select().from(posts)
    const many = Array.from({ length: 2100 }, (__, at) => ({
      ...(row as typeof posts.$inferInsert),
      slug: `many-${at}`,
    }))
    for (let from = 0; from < many.length; from += 700)
      await t.services.db.insert(posts).values(many.slice(from, from + 700))
    await t.services.cacheTags.touch(['post'])
    const found = await locations()
    expect(found.length).toBe(screens.length * 2 + 2101)
    expect(new Set(found).size).toBe(found.length)
  }, 60_000)
})
