import { afterAll, describe, expect, test } from 'bun:test'
import { program } from '../program'

const moment = '2026-01-02T03:04:05Z'
const linkedData = { '@context': 'https://schema.org', '@graph': [{ '@type': 'BlogPosting', headline: 'News' }] }

type Texts = { robots: string; pages: Record<string, string>; sitemap: string; feed: string }

const page = (body: string, data: object = linkedData) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
  <link rel="alternate" type="application/atom+xml" href="/feed.xml">
  <script type="application/ld+json">${JSON.stringify(data)}</script></head><body>${body}</body></html>`
const sitemap = (url: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>${url}</url></urlset>`
const feed = (updated: string) =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>http://example.com/</id>
  <title>News</title>${updated}<author><name>Ada</name></author>
  <entry><title type="html">One</title><id>http://example.com/1</id><updated>${moment}</updated>
  <content type="html">&lt;p&gt;One&lt;/p&gt;</content></entry></feed>`

const sound = (origin: string): Texts => ({
  robots: 'User-agent: *\nDisallow: /private/\n',
  pages: { '/': page('<p id="part"><a href="/next#there">Next</a></p>'), '/next': page('<p id="there">There</p>') },
  sitemap: sitemap(
    `<loc>${origin}/</loc><lastmod>${moment}</lastmod><xhtml:link rel="alternate" hreflang="es" href="${origin}/"/>`,
  ),
  feed: feed(`<updated>${moment}</updated>`),
})

const servers: Bun.Server<undefined>[] = []
afterAll(() => Promise.all(servers.map((server) => server.stop(true))))

/** Serves a site with these texts; returns the command's output. */
async function check(change: (texts: Texts, origin: string) => void, ...options: string[]) {
  const texts: Texts = { robots: '', pages: {}, sitemap: '', feed: '' }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const html = texts.pages[pathname]
      if (html !== undefined) return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      if (pathname === '/sitemap.xml') return new Response(texts.sitemap)
      if (pathname === '/feed.xml') return new Response(texts.feed)
      if (pathname === '/robots.txt') return new Response(texts.robots)
      return new Response('Not found', { status: 404 })
    },
  })
  servers.push(server)
  const { origin } = server.url
  Object.assign(texts, sound(origin))
  change(texts, origin)
  // Java is missing in this environment: that is reported, and the other checks still run.
  const run = program({ file: 'src/test/check-site/run.ts', args: [origin, ...options] }, { VNU_JAR: '', PATH: '' })
  const { code, out, err } = await run.ended
  return { code, said: out.replaceAll(origin, ''), err }
}

describe('check:site', () => {
  test('a sound site has no findings, and skipped checks are listed', async () => {
    const { code, said } = await check(() => {})
    expect(said).toContain('Read 2 pages, 1 sitemaps and 1 feeds')
    expect(said).toContain('(skipped) html: no Java on this machine')
    expect(said).toEndWith('0 findings\n')
    expect(code).toBe(0)
  })

  test('each finding is a line with its check and its address', async () => {
    const { code, said } = await check((texts, origin) => {
      texts.sitemap = sitemap(`<loc>${origin}/</loc><lastmod>yesterday</lastmod>`)
      texts.feed = feed('')
      texts.pages['/'] = page('<a href="/next#gone">Next</a> <a href="/lost">Lost</a> <a href="/private/">Private</a>')
      texts.pages['/next'] = page('', { '@context': 'https://schema.org', '@type': 'BlogPosting', flavour: 'sweet' })
      texts.pages['/private/'] = page('', { '@context': 'https://schema.org', '@type': 'Nonsense' })
    })
    const lines = said.split('\n')
    expect(lines).toContainEqual(expect.stringMatching(/^sitemap: \/sitemap\.xml: line \d+: .*lastmod.*yesterday/))
    expect(lines).toContainEqual(expect.stringMatching(/^feeds: \/feed\.xml: line \d+: .*feed/))
    expect(lines).toContainEqual(expect.stringMatching(/^linked data: \/next: .*"flavour" for type "BlogPosting"/))
    expect(lines).toContainEqual(expect.stringMatching(/^links: \/: \/lost answered 404$/))
    expect(lines).toContainEqual(expect.stringMatching(/^links: \/: \/next#gone/))
    // Pages disallowed by robots.txt are not read.
    expect(said).not.toContain('Nonsense')
    expect(code).toBe(1)
  })

  test('it fetches no more pages than asked for', async () => {
    const { code, said } = await check(() => {}, '--pages', '1')
    expect(said).toContain('Read 1 pages')
    expect(said).toContain('(skipped) 1 pages past the 1 of --pages')
    expect(code).toBe(0)
  })

  test('a site that robots.txt closes altogether has nothing to check, which is a failure', async () => {
    const { code, said, err } = await check((texts) => {
      texts.robots = 'User-agent: *\nDisallow: /\n'
    })
    expect(said).toContain('Read 0 pages')
    expect(err).toMatch(/^There is no page at \S+ that robots.txt allows\n$/)
    expect(code).toBe(1)
  })

  test('without an address it prints its usage', async () => {
    const run = program({ file: 'src/test/check-site/run.ts' })
    const { code, err } = await run.ended
    expect(err).toContain('Usage: bun run check:site URL')
    expect(code).toBe(2)
  })
})
