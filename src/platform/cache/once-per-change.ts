import type { Topic } from '#platform/events/events'
import type { CacheTags } from './cache-tags'

/** Reads once for each change of what it depends on, however many ask; what has failed is read again by the next one. */
export function oncePerChange<Value>(
  { cacheTags, topics }: { cacheTags: Pick<CacheTags, 'stamp'>; topics: readonly Topic[] },
  read: () => Promise<Value>,
): () => Promise<Value> {
  let known: { stamp: string; value: Promise<Value> } | undefined
  return () => {
    const stamp = cacheTags.stamp(topics)
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
