import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { RecordKind } from '#records/kind/record'
import { scheduledRecords } from '#records/table'
import type { RecordRows, Row } from './rows'

const { publishAt, recordId } = scheduledRecords

/** When the scheduled records of one kind go live: each has a row until that is told. */
export function recordSchedule<K extends RecordKind>({ kind, table }: RecordRows<K>) {
  const isOfKind = eq(scheduledRecords.kind, kind.name)
  const isDue = and(isOfKind, lte(publishAt, sql`now()`))

  async function schedule(tx: Database, id: number, at: string): Promise<void> {
    await tx
      .insert(scheduledRecords)
      .values({ kind: kind.name, recordId: id, publishAt: at })
      .onConflictDoUpdate({ target: [scheduledRecords.kind, recordId], set: { publishAt: at } })
  }

  /** Whether the record was still to go live. */
  async function unschedule(tx: Database, id: number): Promise<boolean> {
    const gone = await tx
      .delete(scheduledRecords)
      .where(and(isOfKind, eq(recordId, id)))
      .returning({ id: recordId })
    return gone.length > 0
  }

  const hasDue = async (db: Database): Promise<boolean> => (await db.$count(scheduledRecords, isDue)) > 0

  /** Those whose time has come belong to this transaction: no other gets them, unless it is taken back. */
  async function claimDue(tx: Database): Promise<number[]> {
    const due = await tx.delete(scheduledRecords).where(isDue).returning({ id: recordId })
    return due.map(({ id }) => id)
  }

  /** For a site that was filled, or came from an archive. */
  async function scheduleAll(tx: Database): Promise<void> {
    await tx.delete(scheduledRecords).where(isOfKind)
    await tx.execute(sql`insert into ${scheduledRecords} (kind, record_id, publish_at)
      select ${kind.name}, id, published_at from ${table} where status = 'published' and published_at > now()`)
  }

  return { schedule, unschedule, hasDue, claimDue, scheduleAll }
}

export type RecordSchedule = ReturnType<typeof recordSchedule>

/** As of its last write. */
export const wasScheduled = ({ status, publishedAt, updatedAt }: Row): boolean =>
  status === 'published' && publishedAt !== null && Date.parse(publishedAt) > Date.parse(updatedAt)
