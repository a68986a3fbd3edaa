import { afterAll, beforeAll, expect, test } from 'bun:test'
import { posts } from '#features/posts/table'
import { testPipeline } from '#test/pipeline'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl: 'https://acme.test' } })
  await t.reset()
})
afterAll(() => t.close())

const origin = 'https://acme.test'
const many = 240

/** Every third one is untranslated, every second of the rest has a Spanish slug. */
const row = (at: number): typeof posts.$inferInsert => ({
  slug: `post-${at}`,
  title: `Post ${at}`,
  excerpt: 'What it says.',
  content: `<p>See <a href="/blog/post-${(at + 1) % many}/">the next one</a>.</p>`,
  imageUrl: '/images/a.webp',
  publishedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  translations:
    at % 3 === 0 ? {} : { es: { title: `Entrada ${at}`, ...(at % 2 === 0 ? { slug: `entrada-${at}` } : {}) } },
})

type Page = { canonical: string; alternates: Record<string, string>; links: string[] }

function readPage(html: string): Page {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, ...groups]) => groups)
  return {
    canonical: all(/<link rel="canonical" href="([^"]*)"/g).join(),
    alternates: Object.fromEntries(all(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)),
    links: all(/<a [^>]*href="(\/[^"#?]*)["#?]/g).flat(),
  }
}

/**
 * Crawls like a search engine: from the sitemap and the two home pages, along every link and alternate, following
 * redirects.
 */
async function crawl(): Promise<{ pages: Map<string, Page>; listed: string[] }> {
  const sitemap = await (await t.ask('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  const pages = new Map<string, Page>()
  const queue = ['/', '/es/', ...listed.map((address) => address.slice(origin.length))]
  const seen = new Set(queue)
  for (const path of queue) {
    const answer = await t.ask(path)
    const found = answer.status === 301 ? [answer.headers.get('location') ?? ''] : []
    if (answer.status === 200) {
      const page = readPage(await answer.text())
      pages.set(origin + path, page)
      found.push(...page.links, ...Object.values(page.alternates).map((address) => address.slice(origin.length)))
    } else if (answer.status !== 301) {
      throw new Error(`${path} is ${answer.status}`)
    }
    for (const next of found.filter((one) => !seen.has(one))) {
      seen.add(next)
      queue.push(next)
    }
  }
  return { pages, listed }
}

test('the pages of a large site, a third of it untranslated, link each other in both languages', async () => {
  await t.services.db.insert(posts).values(Array.from({ length: many }, (_, at) => row(at)))
  await t.services.cacheTags.touch(['post'])
  const { pages, listed } = await crawl()

  const untranslated = Array.from({ length: many }, (_, at) => at).filter((at) => at % 3 === 0)
  const known = [...pages].filter(([address, { canonical }]) => canonical === address)
  expect(pages.size).toBeGreaterThan(many * 2)
  expect(pages.size - known.length).toBe(untranslated.length)
  expect(listed.toSorted()).toEqual(known.map(([address]) => address).toSorted())

  for (const [address, { canonical, alternates }] of pages) {
    if (canonical !== address) {
      // A page shown instead of a translation has its English URL as the canonical one.
      expect([address, canonical]).toEqual([address, address.replace('/es/', '/')])
      expect(alternates).toEqual({})
    } else {
      expect(Object.values(alternates)).toContain(address)
      expect(alternates['x-default']).toBe(alternates.en)
      for (const other of Object.values(alternates)) expect(pages.get(other)?.alternates).toEqual(alternates)
    }
  }
  for (const at of untranslated)
    expect(Object.keys(pages.get(`${origin}/blog/post-${at}/`)?.alternates ?? {})).toEqual(['en', 'x-default'])
  expect(Object.keys(pages.get(`${origin}/blog/post-1/`)?.alternates ?? {})).toEqual(['en', 'es', 'x-default'])
  expect(pages.get(`${origin}/blog/post-2/`)?.alternates.es).toBe(`${origin}/es/blog/entrada-2/`)
}, 120_000)
