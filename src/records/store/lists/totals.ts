import type { Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from '#platform/cache/cache-tags'
import type { EditedPart } from '#records/api/list-query'

type Total = { stamp: string; until: number; total: number }

/** Milliseconds until the total changes by itself; null if it does not. */
type UntilNext = (db: Database) => Promise<number | null>

/** The part of a list that was read, and the name of the filter. */
type Read = { part: EditedPart; ids: readonly number[]; name: string }

/**
 * The total number of records in a list. Counted if it follows neither from the rows that were read nor from the cached
 * total of the whole list, which is recounted after every write, and when a scheduled time has passed.
 */
export function cachedTotals(tag: CacheTag, untilNext: UntilNext) {
  const known = new WeakMap<CacheTags, Map<string, Total>>()

  async function totalOfWhole(db: Database, cacheTags: CacheTags, name: string, count: () => Promise<number>) {
    const totals = known.get(cacheTags) ?? new Map<string, Total>()
    known.set(cacheTags, totals)
    const stamp = cacheTags.stamp([tag])
    const last = totals.get(name)
    if (last?.stamp === stamp && last.until > performance.now()) return last.total
    const begun = performance.now()
    const left = await untilNext(db)
    const total = await count()
    totals.set(name, { stamp, total, until: left === null ? Number.POSITIVE_INFINITY : begun + left })
    return total
  }

  return async (
    db: Database,
    cacheTags: CacheTags,
    { part, ids, name }: Read,
    count: () => Promise<number>,
  ): Promise<number> => {
    const { limit, offset = 0, id, category, q, translation } = part
    const isEnd = limit === undefined || ids.length < limit
    if (isEnd && (ids.length > 0 || offset === 0)) return offset + ids.length
    const isWhole = id === undefined && category === undefined && !q && translation === undefined
    return isWhole ? totalOfWhole(db, cacheTags, name, count) : count()
  }
}
