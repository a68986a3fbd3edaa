import { ne } from 'drizzle-orm'
import { cachedReadWithFallback } from '#platform/cache/cached-read-with-fallback'
import type { CacheTag } from '#platform/events/events'
import type { Forward } from '#platform/feature'
import type { Services } from '#platform/services'
import { normalSpelling } from '#text/urls/path-spelling'
import { withEnd } from './paths'
import { redirects } from './table'

/** Looks up redirects in memory, so that a flood of unknown paths causes no queries. */
export function createRedirectLookup({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>, tags: readonly CacheTag[]) {
  const known = cachedReadWithFallback(cacheTags, tags, new Map<string, Forward>(), async () => {
    const rows = await db
      .select({ from: redirects.from, to: redirects.to, kind: redirects.kind })
      .from(redirects)
      .where(ne(redirects.from, redirects.to))
    const byPath = new Map<string, Forward>()
    for (const { from, ...found } of rows) {
      // Rows of older releases and archives may be spelled otherwise.
      const path = normalSpelling(from)
      if (path === from || !byPath.has(path)) byPath.set(path, found)
    }
    return byPath
  })
  // Servers read several slashes as one, and old sites printed such links.
  return async (path: string): Promise<Forward | undefined> =>
    (await known()).get(withEnd(path.replaceAll(/\/{2,}/g, '/')))
}
