import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#contract/http-error'
import type { RemovalEntry } from '#contract/samples'
import { type SampleChange, sampleRemovals } from './table'
import type { Database } from '#platform/db/database'
import { parseId } from '#platform/http/parameters'

/** A removal can be undone for as long as records are in the trash. */
const keptDays = 30
const day = 86_400_000
const untilOf = (removedAt: string) => new Date(Date.parse(removedAt) + keptDays * day).toISOString()

export async function addRemoval(
  tx: Database,
  removed: number,
  changes: SampleChange[],
): Promise<{ id: number; until: string }> {
  const [row] = await tx.insert(sampleRemovals).values({ removed, changes }).returning()
  return { id: row!.id, until: untilOf(row!.removedAt) }
}

/** Throws 404. */
export async function lockRemoval(tx: Database, id: string) {
  const unknown = notFound('removal')
  const [row] = await tx
    .select()
    .from(sampleRemovals)
    .where(eq(sampleRemovals.id, parseId(id, unknown)))
    .for('update')
  if (!row) throw unknown
  return row
}

/** Those that can be undone, the newest first. */
export async function listRemovals(db: Database): Promise<RemovalEntry[]> {
  const rows = await db
    .select()
    .from(sampleRemovals)
    .where(and(isNull(sampleRemovals.undoneAt), sql`jsonb_array_length(${sampleRemovals.changes}) > 0`))
    .orderBy(desc(sampleRemovals.id))
  return rows.map(({ id, removed, removedAt }) => ({ id, removed, removedAt, until: untilOf(removedAt) }))
}

export async function markUndone(tx: Database, id: number): Promise<void> {
  await tx
    .update(sampleRemovals)
    .set({ undoneAt: sql`now()` })
    .where(eq(sampleRemovals.id, id))
}

/** Those that can no longer be undone. */
export async function forgetRemovals(tx: Database): Promise<void> {
  await tx.delete(sampleRemovals).where(sql`${sampleRemovals.removedAt} < now() - make_interval(days => ${keptDays})`)
}
