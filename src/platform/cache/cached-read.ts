import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from './cache-tags'

/** Caches one read until one of the tags it depends on changes; concurrent callers share it, and a failed read is retried by the next caller. */
export function cachedRead<Value>(
  { cacheTags, tags }: { cacheTags: Pick<CacheTags, 'stamp'>; tags: readonly CacheTag[] },
  read: () => Promise<Value>,
): () => Promise<Value> {
  let known: { stamp: string; value: Promise<Value> } | undefined
  return () => {
    const stamp = cacheTags.stamp(tags)
    if (known?.stamp !== stamp) {
      const reading = { stamp, value: read() }
      reading.value.catch(() => {
        if (known === reading) known = undefined
      })
      known = reading
    }
    return known.value
  }
}

/** The same; while the database is unreachable the last result stays in force, or `unknown` before the first one. */
export function cachedReadWithFallback<Known>(
  cacheTags: CacheTags,
  tags: readonly CacheTag[],
  unknown: Known,
  read: () => Promise<Known>,
): () => Promise<Known> {
  const cached = cachedRead({ cacheTags, tags }, read)
  let known = unknown
  return async () => {
    try {
      known = await cached()
    } catch {
      // The next caller retries.
    }
    return known
  }
}
