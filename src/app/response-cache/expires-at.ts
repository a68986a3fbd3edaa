import type { CacheTag } from '#platform/events/events'
import type { Services } from '#platform/services'
import { within } from '#platform/within'
import { contentKinds } from '#app/features'

/** Milliseconds. */
const timeout = 100
const atOnce = 0

/**
 * Returns when a response made now expires without a write, on the clock of `performance.now()`; Infinity for never.
 */
export type ExpiresAt = (tags: readonly CacheTag[]) => Promise<number>

/**
 * The next time at which a scheduled record goes live. The database returns the remaining time by its own clock, and this
 * process counts it down on a monotonic one, so that differences between the clocks do not matter. Queried once after
 * every write, and when a time has come.
 */
export function createExpiresAt({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): ExpiresAt {
  const scheduled = contentKinds.flatMap(({ name, untilNext }) => (untilNext ? [{ name, untilNext }] : []))
  const known = new Map<CacheTag, { stamp: string; until: number }>()

  async function untilOf({ name, untilNext }: (typeof scheduled)[number]): Promise<number> {
    const stamp = cacheTags.stamp([name])
    const last = known.get(name)
    if (last?.stamp === stamp && last.until > performance.now()) return last.until
    const left = await untilNext(db)
    const until = left === null ? Infinity : performance.now() + left
    known.set(name, { stamp, until })
    return until
  }

  return async (tags) => {
    const concerned = scheduled.filter(({ name }) => tags.includes(name))
    if (concerned.length === 0) return Infinity
    return within(timeout, Promise.all(concerned.map(untilOf))).then(
      (ends) => Math.min(...ends),
      // When the database fails or answers too slowly, the response is not cached.
      () => atOnce,
    )
  }
}
