import { contentKinds } from '#app/features'
import type { SiteReader } from '#app/site-reader'
import type { Visit } from '#app/visit'
import type { Config } from '#platform/config'
import type { CacheTag } from '#platform/events/events'
import type { ContentKind, PublicAddress, PublicAddresses } from '#platform/feature'
import { customPagePath } from '#features/custom-pages/paths'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { searchPath } from '#i18n/addresses/paths'
import { defaultLanguage, languages } from '#i18n/language'
import { alternates, listedVersions } from '#i18n/addresses/versions'
import { versionsOf } from '#i18n/addresses/versions-of'
import type { Services } from '#platform/services'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { type OriginResponses, textAnswer } from './origin-responses'
import type { Answer, CachedResponse } from './response-cache'

/**
 * Records per sitemap file: with two languages each far less than the allowed 50,000 URLs, so that it is made quickly.
 * More are split into parts by id, so that a write changes only one.
 */
const mostInOne = 2500
const idsOfPart = 1500

const notForCrawlers = [
  adminPaths.login,
  '/api/',
  ...languages.map((language) => href(searchPath, {}, language)),
  '/preview/',
]

const securityPath = '/.well-known/security.txt'

const ofSettings: readonly CacheTag[] = ['settings']

const greatestId = 2 ** 31 - 1

type Options = { sources?: readonly ContentKind[]; most?: number; rangeLength?: number }
type Place = Pick<Visit, 'path' | 'origin'>

/**
 * The files for search engines and others, cached as pages are: `/robots.txt`, `/sitemap.xml` with its parts if it has any,
 * and `security.txt`.
 */
export function createCrawlerFiles(
  { config, db }: Pick<Services, 'config' | 'db'>,
  obtain: OriginResponses,
  site: Pick<SiteReader, 'home'>,
  {
    sources = contentKinds.filter(({ addresses }) => addresses),
    most = mostInOne,
    rangeLength: length = idsOfPart,
  }: Options = {},
) {
  const tags = [...sources.map(({ name }) => name), 'site-settings'] as const

  /** undefined for other paths, and for a part that does not exist. */
  async function find(place: Place): Promise<CachedResponse | Response | undefined> {
    const { path } = place
    if (path === '/robots.txt')
      return obtain(place, path, ofSettings, async ({ origin }) => toAnswer(path, 'text/plain', robots(origin, config)))
    if (path === securityPath) return findSecurityTxt(place)
    if (path === '/sitemap.xml') return obtain(place, path, tags, makeSitemap)
    const source = sourceOf(path)
    const found = source && (await obtain(place, path, tags, (asked) => makePart(asked, source)))
    return found instanceof Response ? undefined : found
  }

  /** `security.txt` (RFC 9116), if a contact is configured. It has to have an expiry date, here about half a year. */
  async function findSecurityTxt(place: Place): Promise<CachedResponse | Response | undefined> {
    const { securityContact: contact } = config
    if (contact === undefined) return undefined
    const now = new Date()
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7)).toISOString()
    return obtain(place, `${securityPath} ${expires}`, ofSettings, async ({ origin }) => {
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${origin}${securityPath}`,
        '',
      ]
      return toAnswer(securityPath, 'text/plain', lines.join('\n'))
    })
  }

  /** A sitemap of all pages if they are few, otherwise an index of parts. */
  async function makeSitemap({ path, origin }: Place): Promise<Answer> {
    const counts: { source: ContentKind; range: number; records: number }[] = []
    for (const source of sources)
      for (const counted of (await source.addresses?.records?.count(db, length)) ?? [])
        counts.push({ source, ...counted })
    const isWhole = counts.reduce((sum, { records }) => sum + records, 0) <= most
    if (!isWhole) {
      const parts = counts.map(({ source, range }) => partPath(source, range))
      return toAnswer(path, 'application/xml', sitemapIndex([pagesPath, ...parts].map((part) => origin + part)))
    }
    const urls = await listLimited(origin)
    for (const { addresses } of sources)
      if (addresses?.records)
        urls.push(...(await listRecords(addresses.records, { after: 0, upTo: greatestId }, origin)))
    return toAnswer(path, 'application/xml', urlset(urls))
  }

  /** The source of a part's URLs, by its path; undefined for an unknown part. */
  function sourceOf(path: string): ((origin: string) => Promise<string[]>) | undefined {
    if (path === pagesPath) return listLimited
    const [, kind, number] = /^\/sitemap-([a-z-]+)-([1-9]\d{0,5})\.xml$/.exec(path) ?? []
    const records = sources.find(({ name }) => name === kind)?.addresses?.records
    const upTo = Math.min(Number(number) * length, greatestId)
    return records && ((origin) => listRecords(records, { after: (Number(number) - 1) * length, upTo }, origin))
  }

  async function makePart({ path, origin }: Place, list: (origin: string) => Promise<string[]>) {
    const urls = await list(origin)
    return urls.length > 0 ? toAnswer(path, 'application/xml', urlset(urls)) : new Response(null, { status: 404 })
  }

  async function listLimited(origin: string): Promise<string[]> {
    const found = await Promise.all(sources.map(({ addresses }) => addresses?.limited?.(db) ?? []))
    return found.flat().flatMap((address) => urlElements(address, origin))
  }

  /** Without the page that is the home page, whose address is among the few. */
  async function listRecords(
    records: NonNullable<PublicAddresses['records']>,
    ids: { after: number; upTo: number },
    origin: string,
  ): Promise<string[]> {
    const home = await site.home()
    const isHome = ({ page, written }: PublicAddress) =>
      page === customPagePath && home !== undefined && written[defaultLanguage]?.params?.slug === home.slug
    const urls: string[] = []
    for await (const batch of records.list(db, ids)) {
      for (const address of batch) if (!isHome(address)) urls.push(...urlElements(address, origin))
      if (hasRunLong()) await yieldToEventLoop()
    }
    return urls
  }

  const toAnswer = (path: string, type: string, text: string): Answer => textAnswer(path, text, { config, type })

  return find
}

function robots(origin: string, { siteUrl, demo }: Pick<Config, 'siteUrl' | 'demo'>): string {
  const closed = siteUrl === undefined || demo ? ['/'] : notForCrawlers
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )
}

/** The `<url>` elements of a page: one per language, each with links to the others. */
function urlElements({ page, written, changedAt }: PublicAddress, origin: string): string[] {
  const listed = listedVersions(versionsOf(page, written), origin)
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
  const links = alternates(listed).map(
    ([code, address]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${Bun.escapeHTML(address)}"/>`,
  )
  return listed.map(([, address]) => `<url><loc>${Bun.escapeHTML(address)}</loc>${changed}${links.join('')}</url>`)
}

const pagesPath = '/sitemap-pages.xml'
const partPath = ({ name }: ContentKind, range: number) => `/sitemap-${name}-${range}.xml`

const urlset = (urls: string[]) => sitemapFile('urlset', urls)
const sitemapIndex = (parts: string[]) =>
  sitemapFile(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${Bun.escapeHTML(part)}</loc></sitemap>`),
  )

const sitemapFile = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${root === 'urlset' ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n${entries.join('\n')}\n</${root}>\n`
