import pLimit from 'p-limit'
import type { CacheTags } from '#platform/cache/cache-tags'
import type { CacheTag } from '#platform/events/events'
import type { Database } from '#platform/db/database'
import type { ContentKind, PublicAddress, Naming } from '#platform/feature'
import type { Services } from '#platform/services'
import { versionsOf } from '#i18n/addresses/versions-of'
import { normalSpelling, withEnd } from '#text/urls'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { unescapeHtml } from '#text/html-text'
import { isRecord, parseJson } from '#text/parse-json'
import { recordLinks, type FoundLink } from './table'

/** In stored HTML `<`, `>` and quotes are escaped in attributes. */
const inTags = /<(?:a|img|blockquote|q)\s[^>]*?\b(?:href|src|cite)="([^"]*)"/g
const isAddress = /^(?:https?:\/\/[^\s<>"]+|\/(?![/\\])[^\s<>"]*)$/i
/** Longer than any field allows. */
const longest = 4096

type Row = typeof recordLinks.$inferSelect

const atOnce = 100

/**
 * Extracts the links of all records written since the last time. Runs before links are listed, so that writes need not
 * maintain them. While the database is read-only, the stored links are used.
 */
export async function catchUp(
  { db, takesWrites }: Pick<Services, 'db' | 'takesWrites'>,
  naming: readonly Naming[],
): Promise<void> {
  if (!takesWrites()) return
  for (const source of naming)
    for (let isLeft = true; isLeft;) {
      const ids = await findStale(db, source)
      if (ids.length > 0) await db.transaction((tx) => indexLinks(tx, source, ids))
      isLeft = ids.length === atOnce
    }
}

/** Sorted, so that concurrent updates do not deadlock. */
async function findStale(db: Database, { kind, versions }: Naming): Promise<string[]> {
  const id = sql<string>`coalesce(standing.id, known.record_id)`
  const rows = await db
    .select({ id })
    .from(sql`(select id, version from (${versions}) as now_is (id, version)) as standing`)
    .fullJoin(
      sql`(select record_id, version from record_links where kind = ${kind}) as known`,
      sql`known.record_id = standing.id`,
    )
    .where(sql`standing.version is distinct from known.version`)
    .orderBy(id)
    .limit(atOnce)
  return rows.map((row) => row.id)
}

async function indexLinks(tx: Database, source: Naming, ids: readonly string[]): Promise<void> {
  const rows: Row[] = []
  for (const recordId of ids) {
    const record = await source.read(tx, recordId)
    if (!record) continue
    const { version, title, visibility, values } = record
    const links = visibility === 'live' ? linksIn((source.links ?? source.fields)(values)) : []
    rows.push({ kind: source.kind, recordId, version, title, links })
  }
  const gone = ids.filter((id) => !rows.some(({ recordId }) => recordId === id))
  if (gone.length > 0)
    await tx.delete(recordLinks).where(and(eq(recordLinks.kind, source.kind), inArray(recordLinks.recordId, gone)))
  if (rows.length === 0) return
  await tx
    .insert(recordLinks)
    .values(rows)
    .onConflictDoUpdate({
      target: [recordLinks.kind, recordLinks.recordId],
      set: { version: sql`excluded.version`, title: sql`excluded.title`, links: sql`excluded.links` },
    })
}

/** All links in the fields of a record, once per field. */
export function linksIn(values: unknown): FoundLink[] {
  const found = fieldsWithin(values, '').flatMap(({ field, text }) => addressesIn(text).map((url) => ({ url, field })))
  return [...new Map(found.map((link) => [`${link.field} ${link.url}`, link])).values()]
}

type FieldText = { field: string; text: string }

function fieldsWithin(value: unknown, field: string): FieldText[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((part, at) => fieldsWithin(part, join(field, nameIn(part, at))))
  // Hidden blocks are not public.
  if (!isRecord(value) || value.hidden === true) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsWithin(part, join(field, name)))
}

/** Blocks are named by id, rows by index, as in editors. */
const nameIn = (part: unknown, at: number) =>
  isRecord(part) && typeof part.id === 'string' && typeof part.type === 'string' ? part.id : String(at)

const join = (field: string, name: string) => (field === '' ? name : `${field}.${name}`)

function addressesIn(text: string): string[] {
  // A field may be JSON with a text and metadata: both belong to the field.
  const packed = text.trimStart().startsWith('{"') ? parseJson(text) : undefined
  if (isRecord(packed)) return fieldsWithin(packed, '').flatMap((part) => addressesIn(part.text))
  const named = text.includes('<')
    ? [...text.matchAll(inTags)].map(([, address = '']) => unescapeHtml(address))
    : // `{host}` stands for the site's own origin in SEO fields.
      [text.trim().replace(/^\{host\}/, '')]
  return named.filter((address) => address.length <= longest && isAddress.test(address) && isReadable(address))
}

const isReadable = (address: string) => URL.canParse(address, 'http://site.invalid')

/** Pages resolved in parallel. */
const lookUpsAtOnce = 8
const mostRedirects = 5
const greatestId = 2_147_483_647

type Kinds = readonly Pick<ContentKind, 'name' | 'addresses' | 'answers'>[]
type Known = { stamp: string; statuses: Map<string, number>; redirected: Map<string, boolean> }

/** Per process: the results for paths that are no record's, until something is written. */
const known = new WeakMap<CacheTags, Known>()

/**
 * The statuses of URLs of this site, after all redirects. Records and files are looked up together in few queries; other
 * URLs are requested in process.
 */
export async function readStatuses(
  services: Pick<Services, 'db' | 'cacheTags' | 'answerAt'>,
  kinds: Kinds,
  { addresses, origin }: { addresses: readonly string[]; origin: string },
): Promise<Map<string, number>> {
  const found = await lookUp(services.db, kinds, addresses)
  const { statuses } = knownAnswers(services.cacheTags, kinds)
  const limit = pLimit(lookUpsAtOnce)
  const left = [...new Set(addresses)].filter((address) => !found.has(address))
  const asked = await limit.map(left, async (address): Promise<[string, number]> => {
    const name = `${origin} ${withoutFragment(address)}`
    const status = statuses.get(name) ?? (await statusAt(services, address, origin))
    statuses.set(name, status)
    return [address, status]
  })
  return new Map([...found, ...asked])
}

/** The statuses that are known without an in-process request. */
async function lookUp(db: Database, kinds: Kinds, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const { lists, records } = await livePaths(db, kinds)
  const paths = new Map(addresses.map((address) => [address, pathOf(address)]))
  const files = await Promise.all(kinds.map(({ answers }) => answers?.(db, [...new Set(paths.values())])))
  const statusOf = (address: string, path: string): number | undefined =>
    // A list may lack the page number of a query; a record's page ignores the query.
    records.has(withEnd(path)) || (lists.has(withEnd(path)) && !address.includes('?'))
      ? 200
      : files.map((some) => some?.get(path)).find((status) => status !== undefined)
  return new Map(
    [...paths].flatMap(([address, path]) => {
      const status = statusOf(address, path)
      return status === undefined ? [] : [[address, status] as const]
    }),
  )
}

/** The path of a link to this site; undefined for an external link. */
export function ownAddress(url: string, origin: string): string | undefined {
  if (url.startsWith('/')) return url
  const { host, pathname, search, hash } = new URL(url)
  return host === new URL(origin).host ? pathname + search + hash : undefined
}

export const withoutFragment = (address: string) => address.replace(/#.*$/s, '')

function knownAnswers(cacheTags: CacheTags, kinds: Kinds): Known {
  const tags: CacheTag[] = [...kinds.map(({ name }) => name), 'media', 'redirect']
  const stamp = cacheTags.stamp(tags)
  const last = known.get(cacheTags)
  if (last?.stamp === stamp) return last
  const fresh: Known = { stamp, statuses: new Map(), redirected: new Map() }
  known.set(cacheTags, fresh)
  return fresh
}

async function livePaths(db: Database, kinds: Kinds): Promise<Record<'lists' | 'records', Set<string>>> {
  const [lists, records] = [new Set<string>(), new Set<string>()]
  const add = (paths: Set<string>, some: readonly PublicAddress[]) => {
    for (const { page, written } of some)
      for (const { address } of Object.values(versionsOf(page, written))) paths.add(address)
  }
  for (const { addresses } of kinds) {
    add(lists, (await addresses?.limited?.(db)) ?? [])
    for await (const some of addresses?.records?.list(db, { after: 0, upTo: greatestId }) ?? []) add(records, some)
  }
  return { lists, records }
}

/** Those of these paths of the site that are redirected, to wherever. Each is requested once until something is written. */
export async function findRedirected(
  services: Pick<Services, 'cacheTags' | 'answerAt'>,
  kinds: Kinds,
  { addresses, origin }: { addresses: readonly string[]; origin: string },
): Promise<Set<string>> {
  const { redirected } = knownAnswers(services.cacheTags, kinds)
  const asked = await pLimit(lookUpsAtOnce).map(new Set(addresses), async (address) => {
    const path = withoutFragment(address)
    const name = `${origin} ${path}`
    const isRedirected = redirected.get(name) ?? (await services.answerAt(path, origin)).location !== undefined
    redirected.set(name, isRedirected)
    return isRedirected ? [address] : []
  })
  return new Set(asked.flat())
}

async function statusAt({ answerAt }: Pick<Services, 'answerAt'>, address: string, origin: string): Promise<number> {
  let asked = withoutFragment(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { status, location } = await answerAt(asked, origin)
    if (location === undefined) return status
    const next = ownAddress(new URL(location, new URL(asked, origin)).href, origin)
    // A redirect to another site.
    if (next === undefined) return 200
    asked = withoutFragment(next)
  }
  return 508
}

const pathOf = (address: string) => normalSpelling(new URL(address, 'http://site.invalid').pathname)
