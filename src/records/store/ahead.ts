import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { system } from '#base/events'
import type { RecordKind } from '#records/record'
import { asRow, now, type RecordRows } from './rows'
import type { RecordWriting } from './writing'

/**
 * What the clock has left in the future when it went back: records that visitors saw when they were saved, for their
 * moment was not after that of their save, and that would now be taken for scheduled.
 */
export function recordsAhead<K extends RecordKind>({ table }: RecordRows<K>, { lock, set }: RecordWriting<K>) {
  const isAhead = and(
    eq(table.status, 'published'),
    sql`${table.publishedAt} > now()`,
    sql`${table.publishedAt} <= ${table.updatedAt}`,
  )

  /** Their ids, in the order in which they were published. */
  async function listAhead(db: Database): Promise<number[]> {
    const rows = await db
      .select({ id: sql<number>`${table.id}` })
      .from(table)
      .where(isAhead)
      .orderBy(asc(table.publishedAt), asc(table.id))
    return rows.map(({ id }) => id)
  }

  /** Publishes one as of now; undefined where that is done. */
  async function pullBack(tx: Database, id: number): Promise<{ id: number; title: string } | undefined> {
    const [ahead] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isAhead))
      .for('update')
    if (!ahead) return undefined
    const before = await lock(tx, id, undefined)
    const row = await set(tx, before, { publishedAt: now }, { kind: 'published', actor: system })
    return { id, title: String(asRow(row).title) }
  }

  return { listAhead, pullBack }
}
