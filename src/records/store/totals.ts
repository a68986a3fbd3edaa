import type { Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from '#platform/cache/cache-tags'

type Total = { stamp: string; until: number; total: number }

/** Milliseconds until what is counted changes by itself; null when it does not. */
type UntilNext = (db: Database) => Promise<number | null>

/**
 * How many records of a kind there are, by what is counted of them: after every write, and when a time has come, once.
 * A process remembers it beside its counters.
 */
export function cachedTotals(topic: CacheTag, untilNext: UntilNext) {
  const known = new WeakMap<CacheTags, Map<string, Total>>()

  return async (db: Database, cacheTags: CacheTags, name: string, count: () => Promise<number>): Promise<number> => {
    const totals = known.get(cacheTags) ?? new Map<string, Total>()
    known.set(cacheTags, totals)
    const stamp = cacheTags.stamp([topic])
    const last = totals.get(name)
    if (last?.stamp === stamp && last.until > performance.now()) return last.total
    const begun = performance.now()
    const left = await untilNext(db)
    const total = await count()
    totals.set(name, { stamp, total, until: left === null ? Number.POSITIVE_INFINITY : begun + left })
    return total
  }
}
