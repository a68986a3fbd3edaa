import type { Topic } from '#platform/events/events'
import type { CacheTags } from './cache-tags'

/**
 * What `read` tells, from memory: however many ask, the database is asked once after each write of one of `topics`.
 * While it is away what was known last holds, and `unknown` before that.
 */
export function readWhenWritten<Known>(
  cacheTags: CacheTags,
  topics: readonly Topic[],
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
      // The next one asks again.
      if (reading?.stamp === stamp) reading = undefined
    }
  }

  return async () => {
    const stamp = cacheTags.stamp(topics)
    if (knownAt !== stamp) {
      if (reading?.stamp !== stamp) reading = { stamp, done: readAt(stamp) }
      await reading.done
    }
    return known
  }
}
