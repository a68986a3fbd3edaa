import { furtherOf } from '#site/further-queries'
import type { CacheTag } from '#platform/events/events'
import type { PublicRead } from '#platform/feature'
import type { Route, RouteQuery } from '#i18n/addresses/routing'
import { StartError } from '#platform/start-error'
import { features, kindsOnEveryPage } from '#app/features'

type ApiRoute = { method: string; path: string }

/**
 * What responses depend on, as declared by the features. A query without a declaration would never expire: there is
 * none.
 */
export function createPublicReads(reads: readonly PublicRead[] = features.flatMap(({ api }) => api?.reads ?? [])) {
  const byAddress = new Map(reads.map((read) => [read.address, read]))

  /** The cache tags of a public read; undefined for every other path. */
  function tagsOfPath(path: string): readonly CacheTag[] | undefined {
    const read = reads.find(({ address, rest }) => path.startsWith(address) && rest.test(path.slice(address.length)))
    return read && [...read.kinds, ...kindsOnEveryPage]
  }

  /** The cache tags of a page made from these queries. */
  function tagsOfQueries(queries: readonly RouteQuery[]): readonly CacheTag[] {
    return [...new Set(queries.flatMap(({ queryKey }) => [...readOf(queryKey).kinds, ...kindsOnEveryPage]))]
  }

  function readOf(queryKey: RouteQuery['queryKey']): PublicRead {
    const read = byAddress.get(String(queryKey[0]))
    if (!read)
      throw new StartError(
        `No feature declares the public read ${queryKey.join('/')}: answers made from it would never be dropped`,
      )
    return read
  }

  /** Throws `StartError` for a page with a query that no feature declares as a public read. */
  function checkRoutes(routes: readonly Route[]): void {
    for (const { path, queries, decides } of routes) {
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'any']))
      const query = new URLSearchParams()
      const deciding = decides?.(params, query)
      tagsOfQueries([...queries(params, query), ...(deciding ? [deciding] : []), ...(furtherOf({ path })?.lists ?? [])])
    }
  }

  /** Throws `StartError` for a declaration without kinds, and for a path that is no route of the API. */
  function checkAddresses(routes: readonly ApiRoute[]): void {
    for (const { address, kinds } of reads) {
      const isThere = routes.some(
        ({ method, path }) => method === 'GET' && (path === address || path.startsWith(`${address}/`)),
      )
      if (!isThere) throw new StartError(`The public read ${address} is none of the API's`)
      if (kinds.length === 0) throw new StartError(`The public read ${address} names no kinds that it depends on`)
    }
  }

  return { tagsOfPath, tagsOfQueries, checkRoutes, checkAddresses }
}

export type PublicReads = ReturnType<typeof createPublicReads>
