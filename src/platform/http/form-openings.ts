import { LRUCache } from 'lru-cache'
import { addressGroup } from '#platform/writes/throttle'

/**
 * When visitors opened the page of a form in this process (spam check). Cached pages are the same for all visitors, so the
 * page itself cannot carry the time; held in memory only.
 */
export type FormOpenings = {
  note(headers: Headers, address: string): void
  /** Milliseconds since the visitor first opened the form; undefined if unknown, as after a submission. */
  take(headers: Headers, address: string): number | undefined
}

const hour = 3_600_000

export function createFormOpenings(now: () => number = () => performance.now()): FormOpenings {
  const openings = new LRUCache<bigint | number, number>({ max: 10_000, ttl: hour })
  /** Visitors behind one address are distinguished by their user agent as far as possible. */
  const keyOf = (headers: Headers, address: string) => Bun.hash(`${addressGroup(address)} ${headers.get('user-agent')}`)
  return {
    note(headers, address) {
      const key = keyOf(headers, address)
      if (!openings.has(key)) openings.set(key, now())
    },
    take(headers, address) {
      const key = keyOf(headers, address)
      const opened = openings.get(key)
      openings.delete(key)
      return opened === undefined ? undefined : now() - opened
    },
  }
}
