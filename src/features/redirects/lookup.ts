import { ne } from 'drizzle-orm'
import type { Topic } from '#platform/events/events'
import type { Forward } from '#platform/feature'
import type { Services } from '#platform/services'
import { withEnd } from './paths'
import { redirects } from './table'

/**
 * Where paths lead, from memory: a flood of paths that lead nowhere asks the database nothing. Read again when one of
 * `topics` was written; while the database is away what was known last holds.
 */
export function createRedirectLookup({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>, topics: readonly Topic[]) {
  let known = new Map<string, Forward>()
  let knownAt: string | undefined
  let reading: { stamp: string; done: Promise<void> } | undefined

  async function read(stamp: string) {
    try {
      const rows = await db
        .select({ from: redirects.from, to: redirects.to, kind: redirects.kind })
        .from(redirects)
        .where(ne(redirects.from, redirects.to))
      known = new Map(rows.map(({ from, ...found }) => [from, found]))
      knownAt = stamp
    } catch {
      // The next one asks again.
      if (reading?.stamp === stamp) reading = undefined
    }
  }

  return async (path: string): Promise<Forward | undefined> => {
    const stamp = cacheTags.stamp(topics)
    if (knownAt !== stamp) {
      if (reading?.stamp !== stamp) reading = { stamp, done: read(stamp) }
      await reading.done
    }
    return known.get(withEnd(path))
  }
}
