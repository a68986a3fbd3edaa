import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import type { RecordKind } from '#records/kind/record'
import { scheduledRecords } from '#records/table'
import type { RecordRows, Row } from './rows'

const { publishAt, recordId } = scheduledRecords

/** The publishing times of one kind's scheduled records: each has a row until it is published. */
export function recordSchedule<K extends RecordKind>({ kind, table }: RecordRows<K>) {
  const isOfKind = eq(scheduledRecords.kind, kind.name)
  const isDue = and(isOfKind, lte(publishAt, sql`now()`))

  async function schedule(tx: Database, id: number, at: string): Promise<void> {
    await tx
      .insert(scheduledRecords)
      .values({ kind: kind.name, recordId: id, publishAt: at })
      .onConflictDoUpdate({ target: [scheduledRecords.kind, recordId], set: { publishAt: at } })
  }

  /** Resolves to whether the record was scheduled. */
  async function unschedule(tx: Database, id: number): Promise<boolean> {
    const gone = await tx
      .delete(scheduledRecords)
      .where(and(isOfKind, eq(recordId, id)))
      .returning({ id: recordId })
    return gone.length > 0
  }

  /** Milliseconds until the next one is due; Infinity without any. */
  const untilDue = (db: Database): Promise<number> =>
    untilEarliest(db, scheduledRecords, { moment: sql`${publishAt}`, where: isOfKind })

  /** Deletes and returns the due rows: no other transaction gets them, unless this one rolls back. */
  async function claimDue(tx: Database): Promise<number[]> {
    const due = await tx.delete(scheduledRecords).where(isDue).returning({ id: recordId })
    return due.map(({ id }) => id)
  }

  /** After seeding, or a restore. */
  async function scheduleAll(tx: Database): Promise<void> {
    await tx.delete(scheduledRecords).where(isOfKind)
    await tx.execute(sql`insert into ${scheduledRecords} (kind, record_id, publish_at)
      select ${kind.name}, id, published_at from ${table} where status = 'published' and published_at > now()`)
  }

  return { schedule, unschedule, untilDue, claimDue, scheduleAll }
}

export type RecordSchedule = ReturnType<typeof recordSchedule>

/** At the time of its last write. */
export const wasScheduled = ({ status, publishedAt, updatedAt }: Row): boolean =>
  status === 'published' && publishedAt !== null && Date.parse(publishedAt) > Date.parse(updatedAt)
