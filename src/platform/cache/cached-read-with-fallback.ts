import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from './cache-tags'

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
