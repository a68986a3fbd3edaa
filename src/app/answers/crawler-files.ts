import { features } from '#app/features'
import type { Visit } from '#app/visit'
import type { PublicAddress, PublicAddresses } from '#base/feature'
import { securityHeaders } from '#base/http/security-headers'
import { adminPaths } from '#base/paths'
import { alternates, listedVersions, versionsOf } from '#base/seo/versions'
import type { Services } from '#base/services'
import type { Answer, KeptAnswer, KeptAnswers } from './kept-answers'

/** As many addresses as one file may hold. */
const mostInOne = 50_000

const notForCrawlers = [adminPaths.login, '/api/', '/search/', '/es/search/', '/preview/']

type Options = { sources?: readonly PublicAddresses[]; most?: number }
type Place = Pick<Visit, 'path' | 'origin'>

/**
 * What search engines ask for, kept as pages are: `/robots.txt`, and `/sitemap.xml` with its parts where it has some.
 */
export function createCrawlerFiles(
  { config, db }: Pick<Services, 'config' | 'db'>,
  kept: KeptAnswers,
  { sources = features.flatMap(({ addresses }) => addresses ?? []), most = mostInOne }: Options = {},
) {
  const topics = [...new Set(sources.flatMap(({ kinds }) => kinds))]
  const security = securityHeaders('data', { https: config.siteUrl?.startsWith('https:') ?? false })

  /** undefined where the path is none of theirs, or names a part that is not there. */
  async function find({ path, origin }: Place): Promise<KeptAnswer | Response | undefined> {
    if (path === '/robots.txt') {
      return kept.obtain(`${origin} ${path}`, [], () => Promise.resolve(toAnswer(path, 'text/plain', robots(origin))))
    }
    if (path === '/sitemap.xml') return kept.obtain(`${origin} ${path}`, topics, () => makeSitemap({ path, origin }))
    const part = Number(/^\/sitemap-([1-9]\d{0,4})\.xml$/.exec(path)?.[1])
    if (!part || !(await hasPart(origin, path))) return undefined
    return kept.obtain(`${origin} ${path}`, topics, async () =>
      toAnswer(path, 'application/xml', urlset((await collect(origin, part)).urls)),
    )
  }

  async function makeSitemap({ path, origin }: Place): Promise<Answer> {
    const { urls, count } = await collect(origin, 1)
    const parts = Array.from({ length: Math.ceil(count / most) }, (_, at) => `${origin}/sitemap-${at + 1}.xml`)
    return toAnswer(path, 'application/xml', parts.length > 1 ? sitemapIndex(parts) : urlset(urls))
  }

  async function hasPart(origin: string, path: string): Promise<boolean> {
    const whole = await find({ path: '/sitemap.xml', origin })
    if (
      whole === undefined ||
      whole instanceof Response ||
      !read(whole.bytes.subarray(0, 200)).includes('<sitemapindex')
    )
      return false
    return read(whole.bytes).includes(`<loc>${origin}${path}</loc>`)
  }

  /** Of all addresses those of one part, and how many there are; only these are held in memory. */
  async function collect(origin: string, part: number): Promise<{ urls: string[]; count: number }> {
    const urls: string[] = []
    let count = 0
    for (const { list } of sources) {
      for await (const batch of list(db)) {
        for (const url of batch.flatMap((address) => urlElements(address, origin)))
          if (Math.floor(count++ / most) === part - 1) urls.push(url)
      }
    }
    return { urls, count }
  }

  function robots(origin: string): string {
    const closed = config.siteUrl === undefined ? ['/'] : notForCrawlers
    return [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ].join('\n')
  }

  function toAnswer(path: string, type: string, text: string): Answer {
    const headers = {
      ...security,
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    }
    return { status: 200, bytes: new TextEncoder().encode(text), headers, path }
  }

  return find
}

/** The one place that says how a page is listed: in each language by its own address, beside that of the others. */
function urlElements({ page, written, changedAt }: PublicAddress, origin: string): string[] {
  const listed = listedVersions(versionsOf(page, written), origin)
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
  const links = alternates(listed).map(
    ([code, address]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${Bun.escapeHTML(address)}"/>`,
  )
  return listed.map(([, address]) => `<url><loc>${Bun.escapeHTML(address)}</loc>${changed}${links.join('')}</url>`)
}

const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const urlset = (urls: string[]) => sitemapFile('urlset', urls)
const sitemapIndex = (parts: string[]) =>
  sitemapFile(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${Bun.escapeHTML(part)}</loc></sitemap>`),
  )

const sitemapFile = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${root === 'urlset' ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n${entries.join('\n')}\n</${root}>\n`
