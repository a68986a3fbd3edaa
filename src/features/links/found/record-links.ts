import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Naming } from '#platform/feature'
import type { Services } from '#platform/services'
import { recordLinks } from '../table'
import { linksIn } from './links-in'

type Row = typeof recordLinks.$inferSelect

const atOnce = 100

/**
 * Reads the links of all records that were written since they were read. Whoever lists links waits for this, so that no
 * write has to keep account of them. Where the database takes no writes, what is known holds.
 */
export async function catchUp(
  { db, takesWrites }: Pick<Services, 'db' | 'takesWrites'>,
  naming: readonly Naming[],
): Promise<void> {
  if (!takesWrites()) return
  for (const source of naming)
    for (let isLeft = true; isLeft;) {
      const ids = await findStale(db, source)
      if (ids.length > 0) await db.transaction((tx) => takeUp(tx, source, ids))
      isLeft = ids.length === atOnce
    }
}

/** In one order, so that two who take up the same do not wait for each other. */
async function findStale(db: Database, { kind, versions }: Naming): Promise<string[]> {
  const id = sql<string>`coalesce(standing.id, known.record_id)`
  const rows = await db
    .select({ id })
    .from(sql`(select id, version from (${versions}) as now_is (id, version)) as standing`)
    .fullJoin(
      sql`(select record_id, version from record_links where kind = ${kind}) as known`,
      sql`known.record_id = standing.id`,
    )
    .where(sql`standing.version is distinct from known.version`)
    .orderBy(id)
    .limit(atOnce)
  return rows.map((row) => row.id)
}

async function takeUp(tx: Database, source: Naming, ids: readonly string[]): Promise<void> {
  const rows: Row[] = []
  for (const recordId of ids) {
    const record = await source.read(tx, recordId)
    if (!record) continue
    const { version, title, standing, values } = record
    const links = standing === 'live' ? linksIn((source.links ?? source.fields)(values)) : []
    rows.push({ kind: source.kind, recordId, version, title, links })
  }
  const gone = ids.filter((id) => !rows.some(({ recordId }) => recordId === id))
  if (gone.length > 0)
    await tx.delete(recordLinks).where(and(eq(recordLinks.kind, source.kind), inArray(recordLinks.recordId, gone)))
  if (rows.length === 0) return
  await tx
    .insert(recordLinks)
    .values(rows)
    .onConflictDoUpdate({
      target: [recordLinks.kind, recordLinks.recordId],
      set: { version: sql`excluded.version`, title: sql`excluded.title`, links: sql`excluded.links` },
    })
}
