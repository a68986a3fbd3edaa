import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Actor } from '#platform/events/events'
import type { Draft, DraftSummary } from './history-contract'
import { author, type RecordKey, toSavedBy, type Values } from './revisions'
import { recordDrafts } from '#records/table'

export async function findDraft(db: Database, key: RecordKey): Promise<Draft | null> {
  const [row] = await db.select().from(recordDrafts).where(isOf(key))
  return row ? toDraft(row) : null
}

const toDraft = (row: typeof recordDrafts.$inferSelect): Draft => ({
  version: row.version,
  savedAt: row.savedAt,
  savedBy: toSavedBy(row),
  values: row.values,
})

/** `version` is the number of the save, and of the revision with the same content. */
export async function storeDraft(
  tx: Database,
  key: RecordKey,
  { version, values, actor }: { version: number; values: Values; actor: Actor },
): Promise<Draft> {
  const saved = { version, values, savedAt: sql`now()`, ...author(actor) }
  const [row] = await tx
    .insert(recordDrafts)
    .values({ ...key, ...saved })
    .onConflictDoUpdate({ target: [recordDrafts.kind, recordDrafts.recordId], set: saved })
    .returning()
  return toDraft(row!)
}

export async function dropDraft(tx: Database, key: RecordKey): Promise<void> {
  await tx.delete(recordDrafts).where(isOf(key))
}

/** The drafts of one kind, or of some of its records, by record id. */
export async function draftsOf(
  db: Database,
  kind: string,
  ids?: readonly string[],
): Promise<Map<string, DraftSummary>> {
  const rows = await db
    .select({
      recordId: recordDrafts.recordId,
      savedAt: recordDrafts.savedAt,
      savedById: recordDrafts.savedById,
      savedByName: recordDrafts.savedByName,
    })
    .from(recordDrafts)
    .where(and(eq(recordDrafts.kind, kind), ids && inArray(recordDrafts.recordId, [...ids])))
  return new Map(rows.map(({ recordId, savedAt, ...by }) => [recordId, { savedAt, savedBy: toSavedBy(by) }]))
}

const isOf = ({ kind, recordId }: RecordKey) => and(eq(recordDrafts.kind, kind), eq(recordDrafts.recordId, recordId))
