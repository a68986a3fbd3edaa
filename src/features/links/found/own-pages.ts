import pLimit from 'p-limit'
import type { CacheTags } from '#platform/cache/cache-tags'
import type { CacheTag } from '#platform/events/events'
import type { Database } from '#platform/db/database'
import type { ContentKind, PublicAddress } from '#platform/feature'
import type { Services } from '#platform/services'
import { versionsOf } from '#i18n/addresses/versions-of'
import { normalSpelling } from '#text/urls/path-spelling'

/** Pages resolved in parallel. */
const atOnce = 8
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
  const limit = pLimit(atOnce)
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
  const asked = await pLimit(atOnce).map(new Set(addresses), async (address) => {
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
const withEnd = (path: string) => (path.endsWith('/') ? path : `${path}/`)
