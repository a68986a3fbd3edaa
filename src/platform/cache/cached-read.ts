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

/**
 * The result of `read`, from memory: the database is queried once after each write of one of `tags`, however many callers
 * there are. While the database is unreachable the last result stays in force, or `unknown` before the first one.
 */
export function cachedReadWithFallback<Known>(
  cacheTags: CacheTags,
  tags: readonly CacheTag[],
  unknown: Known,
  read: () => Promise<Known>,
): () => Promise<Known> {
  let known = unknown
  let knownAt: string | undefined
  let reading: { stamp: string; done: Promise<void> } | undefined

  async function readAt(stamp: string) {
    try {
      known = await read()
      knownAt = stamp
    } catch {
      // The next caller retries.
      if (reading?.stamp === stamp) reading = undefined
    }
  }

  return async () => {
    const stamp = cacheTags.stamp(tags)
    if (knownAt !== stamp) {
      if (reading?.stamp !== stamp) reading = { stamp, done: readAt(stamp) }
      await reading.done
    }
    return known
  }
}
