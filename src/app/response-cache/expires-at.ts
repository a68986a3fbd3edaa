import type { Topic } from '#platform/events/events'
import type { Services } from '#platform/services'
import { contentKinds } from '#app/features'

/** Milliseconds. */
const patience = 100
const atOnce = 0

/**
 * Tells until when what is made now holds by itself, on the clock of `performance.now()`; Infinity when nothing is due.
 */
export type ExpiresAt = (topics: readonly Topic[]) => Promise<number>

/**
 * The database's clock says how long it is until visitors see a record more; this process counts that down on a clock
 * that nobody sets, so it does not matter how far the two are apart. Asked once after every write, and when a time has
 * come.
 */
export function createExpiresAt({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): ExpiresAt {
  const scheduled = contentKinds.flatMap(({ name, untilNext }) => (untilNext ? [{ name, untilNext }] : []))
  const known = new Map<Topic, { stamp: string; until: number }>()

  async function untilOf({ name, untilNext }: (typeof scheduled)[number]): Promise<number> {
    const stamp = cacheTags.stamp([name])
    const last = known.get(name)
    if (last?.stamp === stamp && last.until > performance.now()) return last.until
    const left = await untilNext(db)
    const until = left === null ? Infinity : performance.now() + left
    known.set(name, { stamp, until })
    return until
  }

  return async (topics) => {
    const concerned = scheduled.filter(({ name }) => topics.includes(name))
    return concerned.length === 0
      ? Infinity
      : inTime(
          Promise.all(concerned.map(untilOf)).then(
            (ends) => Math.min(...ends),
            () => atOnce,
          ),
        )
  }
}

/** What the database is too slow to tell about is not kept. */
async function inTime(end: Promise<number>): Promise<number> {
  const late = Promise.withResolvers<number>()
  const timer = setTimeout(() => late.resolve(atOnce), patience)
  try {
    return await Promise.race([end, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
