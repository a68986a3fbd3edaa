import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import { toldRecord } from '#platform/events/told-record'
import type { NamedRecord, Naming } from '#platform/feature'
import type { Services } from '#platform/services'
import { recordLinks } from '../table'
import { linksIn } from './links-in'

type Row = typeof recordLinks.$inferSelect

const atOnce = 100

/** What a record links to is known as soon as it is written: part of that write. */
export async function followRecordLinks(
  naming: readonly Naming[],
  tx: Database,
  event: Pick<WriteEvent, 'kind' | 'id' | 'before' | 'after'>,
): Promise<void> {
  const { kind, id, before, after } = event
  // A draft beside what visitors read.
  if (after && before?.version === after.version) return
  for (const source of naming)
    if (source.kind === kind && id !== null) await takeUp(tx, source, [String(id)], toldRecord(event))
}

/**
 * Takes up what was written unheard: by an older release, by an archive, and what the clock took out of the trash.
 * Where the database takes no writes, what is known holds.
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

async function takeUp(tx: Database, source: Naming, ids: readonly string[], told?: NamedRecord): Promise<void> {
  const rows: Row[] = []
  for (const recordId of ids) {
    const record = told ?? (await source.read(tx, recordId))
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
      // Drafts are saved again and again beside what visitors read.
      setWhere: sql`excluded.version <> ${recordLinks.version}`,
    })
}
