import { LRUCache } from 'lru-cache'
import { addressGroup } from '#platform/writes/throttle'

/**
 * When visitors of this process opened the page of a form. Kept pages are the same for everybody, and so cannot say it
 * themselves; nothing of it is stored anywhere.
 */
export type FormOpenings = {
  note(headers: Headers, address: string): void
  /** Milliseconds since the visitor opened the form first; undefined where that is not known, as after a submission. */
  take(headers: Headers, address: string): number | undefined
}

const hour = 3_600_000

export function createFormOpenings(now: () => number = () => performance.now()): FormOpenings {
  const openings = new LRUCache<bigint | number, number>({ max: 10_000, ttl: hour })
  /** Those behind one address are told apart by what they browse with, so far as that goes. */
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
