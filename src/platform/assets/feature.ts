import type { Feature } from '#platform/feature'
import { assets } from './table'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'

export type Asset = Omit<typeof assets.$inferSelect, 'usedAt'>

/** Rows per statement, so that none is large. */
const batch = 20

/**
 * Marks the assets of a build as in use, and stores the missing ones, which `read` loads. Safe to call from several
 * processes at once.
 */
export async function publishAssets(db: Database, paths: readonly string[], read: (path: string) => Asset) {
  const stored = new Set(await listAssets(db))
  const missing = paths.filter((path) => !stored.has(path))
  for (let from = 0; from < missing.length; from += batch)
    await db
      .insert(assets)
      .values(missing.slice(from, from + batch).map(read))
      .onConflictDoNothing()
  await db
    .update(assets)
    .set({ usedAt: sql`now()` })
    .where(sql`${inArray(assets.path, [...paths])} and ${lt(assets.usedAt, sql`now() - interval '6 hours'`)}`)
}

export async function listAssets(db: Database): Promise<string[]> {
  const rows = await db.select({ path: assets.path }).from(assets)
  return rows.map(({ path }) => path)
}

export async function findAsset(db: Database, path: string): Promise<Asset | undefined> {
  const { path: name, type, etag, modified, encoding, body } = assets
  const [row] = await db
    .select({ path: name, type, etag, modified, encoding, body: sql<string>`encode(${body}, 'hex')` })
    .from(assets)
    .where(eq(name, path))
  // As text, because how a driver gets bytes depends on a setting of the database.
  return row && { ...row, body: Buffer.from(row.body, 'hex') }
}

/** Pages of a build stay open in browsers for a while after its last process has ended. */
export const sweepAssets = (tx: Database) => tx.delete(assets).where(lt(assets.usedAt, sql`now() - interval '14 days'`))

export const assetsFeature: Feature = {
  content: { staying: [assets] },
  jobs: [{ name: 'sweep old build assets', every: 3_600_000, erases: true, run: sweepAssets }],
}
