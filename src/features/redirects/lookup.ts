import { desc, inArray, sql, ne } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import type { Counts } from '#platform/hit-counter'
import { isReserved, withSingleSlashes } from './paths'
import type { MissingPath } from './contract'
import { missingPaths, redirects } from './table'
import { cachedReadWithFallback } from '#platform/cache/cached-read'
import type { CacheTag } from '#platform/events/events'
import type { Forward } from '#platform/feature'
import { normalSpelling, withEnd } from '#text/urls'

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
  return async (path: string): Promise<Forward | undefined> => (await known()).get(asStored(path))
}

const asStored = (path: string) => withEnd(withSingleSlashes(path))

const mostListed = 200
/** More paths are stored than listed, so that a rare one can become frequent. */
const mostKept = 1000
const longestPath = 500
/** Paths checked in parallel. */
const atOnce = 8

/** The most frequent 404 paths; those that have become pages are removed. */
export async function listMissingPaths(
  { db, isPage }: Pick<Services, 'db' | 'isPage'>,
  origin: string,
): Promise<MissingPath[]> {
  const rows = await db
    .select()
    .from(missingPaths)
    .orderBy(desc(missingPaths.count), desc(missingPaths.lastAt))
    .limit(mostListed)
  const limit = pLimit(atOnce)
  const isFound = await limit.map(rows, ({ path }) => isPage(withEnd(path), origin))
  const found = rows.filter((_, index) => isFound[index]).map(({ path }) => path)
  if (found.length > 0) await db.delete(missingPaths).where(inArray(missingPaths.path, found))
  return rows.filter((_, index) => !isFound[index])
}

/**
 * Deletes missing paths that a manual redirect answers now. Automatic ones do not count, because they apply only while
 * their page exists.
 */
export async function forgetRedirected(tx: Database): Promise<void> {
  const answering = sql`select 1 from ${redirects} where ${redirects.from} in (${missingPaths.path}, ${missingPaths.path} || '/')
    and ${redirects.from} <> ${redirects.to} and ${redirects.kind} = 'manual'`
  await tx.delete(missingPaths).where(sql`exists (${answering})`)
}

/** Stores the counts of this process; what cannot be stored stays in memory. */
export async function storeHits({
  db,
  notFoundHits,
  redirectHits,
}: Pick<Services, 'db' | 'notFoundHits' | 'redirectHits'>): Promise<void> {
  const lost = notFoundHits.take()
  const moved = redirectHits.take()
  const storable = new Map([...lost].filter(([path]) => isStorable(path)))
  if (storable.size + moved.size === 0) return
  try {
    await db.transaction(async (tx) => {
      // Serialized among processes, to avoid deadlocks.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('asked', 0))`)
      if (moved.size > 0) await addHits(tx, moved)
      if (storable.size > 0) {
        await addMissing(tx, storable)
        // Hits counted before a redirect was created may be stored after it.
        await forgetRedirected(tx)
      }
    })
  } catch (error) {
    notFoundHits.giveBack(storable)
    redirectHits.giveBack(moved)
    throw error
  }
}

async function addHits(tx: Database, moved: Counts): Promise<void> {
  await tx.execute(sql`
    with asked as (select path, sum(count)::int as count, max(at) as at from ${recordset(moved, asStored)} group by path)
    update ${redirects} set hits = ${redirects.hits} + asked.count, last_hit_at = greatest(${redirects.lastHitAt}, asked.at)
    from asked where ${redirects.from} = asked.path`)
}

/**
 * Known paths are always counted; of new ones only the most frequent are added while there is room.
 */
async function addMissing(tx: Database, lost: Counts): Promise<void> {
  const { path, count, lastAt } = missingPaths
  const newest = new Map(
    [...lost].toSorted(([, a], [, b]) => b.count - a.count || b.lastAt - a.lastAt).slice(0, mostKept),
  )
  const known = await tx.execute(sql`
    update ${missingPaths} set count = ${count} + asked.count, last_at = greatest(${lastAt}, asked.at)
    from ${recordset(lost)} where ${path} = asked.path returning ${path} as path`)
  for (const row of rowsOf(known)) newest.delete(row.path)
  if (newest.size > 0) {
    await tx.execute(
      sql`insert into ${missingPaths} (path, count, last_at) select asked.path, asked.count, asked.at from ${recordset(newest)} on conflict do nothing`,
    )
  }
  await tx.execute(sql`
    delete from ${missingPaths} where path in (select path from ${missingPaths} order by count desc, last_at desc offset ${mostKept})`)
}

function recordset(counts: Counts, keyOf = (path: string) => path) {
  const rows = [...counts].map(([path, { count, lastAt }]) => ({
    path: keyOf(path),
    count,
    at: new Date(lastAt).toISOString(),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as asked(path text, count int, at timestamptz)`
}

/** The two drivers return rows in different ways. */
const rowsOf = (result: unknown): { path: string }[] =>
  (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as { path: string }[]

/** Whether a path may be stored: none with e-mail addresses, and none outside of pages. */
function isStorable(path: string): boolean {
  return (
    path.length <= longestPath &&
    !path.startsWith('//') &&
    !/@|%40/i.test(path) &&
    !isReserved(path) &&
    !path.includes('\0')
  )
}
