import { LRUCache } from 'lru-cache'
import { tooMany } from '#contract/http-error'
import { addressGroup, type Limit } from '#platform/writes/throttle'

/**
 * A rate limit per client address in the memory of this process, for reads: it stores nothing, and works while the
 * database takes no writes. Throws 429 for a request over the limit.
 */
export function createRateLimit(
  { hits, seconds }: Limit,
  now: () => number = () => performance.now(),
): (address: string) => void {
  /** The number of requests left, and since when; they are replenished one by one. */
  const clients = new LRUCache<string, { left: number; at: number }>({ max: 10_000 })
  const each = (seconds * 1000) / hits

  return (address) => {
    const key = addressGroup(address)
    const at = now()
    const before = clients.get(key)
    const left = before ? Math.min(hits, before.left + (at - before.at) / each) : hits
    clients.set(key, { left: left < 1 ? left : left - 1, at })
    if (left < 1) throw tooMany(((1 - left) * each) / 1000)
  }
}
