import { and, inArray, eq, lte, sql } from 'drizzle-orm'
import { type RecordState, type RecordVerb, system, emit, type Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import { languages } from '#i18n/language'
import type { RecordKind } from '#records/kind/record'
import { recordHref } from '#records/translation/localize'
import { asRow, type RecordRows, type Row, currentStatus } from './rows'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/jobs/wakes'
import { scheduledRecords } from '#records/table'

const { publishAt, recordId } = scheduledRecords

type Change = { before?: Row; after?: Row }

/** The events of one kind's records, and the publishing of scheduled ones. */
export function recordEvents<K extends RecordKind>(rows: RecordRows<K>) {
  const { kind, table, columns, visible, valuesOf } = rows
  const { schedule, unschedule, claimDue, untilDue, scheduleAll } = recordSchedule(rows)

  function stateOf(row: Row): RecordState {
    const { version, publishedAt, draft } = row
    return {
      version,
      title: String(row.title),
      status: currentStatus(row),
      publishedAt,
      paths: languages.map((language) => recordHref(kind.page, row, language)),
      values: valuesOf(row),
      draft: draft && draft.values,
    }
  }

  function emitRecord(tx: Transaction, verb: RecordVerb, { before, after }: Change, activityActions?: []): void {
    const { id, title } = asRow(after ?? before)
    emit(tx, {
      kind: kind.name,
      verb,
      action: actionOf(verb, before !== undefined),
      id,
      title: String(title),
      ...(activityActions && { activityActions }),
      ...(before && { before: stateOf(before) }),
      ...(after && { after: stateOf(after) }),
    })
  }

  /**
   * Emits the event of a write, by the status before and after, and schedules the record if it is to be published
   * later.
   */
  async function emitWrite(tx: Transaction, stored: unknown, before?: Row, verb?: RecordVerb): Promise<void> {
    const after = asRow(stored)
    const was = before && stateOf(before)
    const is = stateOf(after)
    if (is.status === 'scheduled' && is.publishedAt !== null) await schedule(tx, after.id, is.publishedAt)
    else if (before && wasScheduled(before) && (await unschedule(tx, after.id)) && before.isLive)
      emitPublished(tx, before)
    emitRecord(tx, verb ?? verbOf(was, is), { before, after })
    if (was && was.paths.join() !== is.paths.join()) emitRecord(tx, 'slugChanged', { before, after })
  }

  /** Publishing by schedule. The content is the same as when it was scheduled, so it does not count as changed. */
  const emitPublished = (tx: Transaction, live: Row): void =>
    emitRecord(tx, 'published', { before: { ...live, isLive: false }, after: live }, [])

  /** Emits the events of records that are due: exactly once, with any number of processes, and after a restart too. */
  async function publishDue(services: Pick<Services, 'db' | 'cacheTags' | 'events' | 'changes'>): Promise<void> {
    await commitWork(services, system, async (tx) => {
      const isDue = inArray(table.id, await claimDue(tx))
      const due = await tx.select(columns).from(table).where(and(isDue, visible))
      for (const row of due) emitPublished(tx, asRow(row))
    })
  }

  return { emitRecord, emitWrite, publishDue, unschedule, untilDue, scheduleAll }
}

export type RecordEvents = ReturnType<typeof recordEvents>

function verbOf(before: RecordState | undefined, after: RecordState): RecordVerb {
  if (after.status === 'scheduled')
    return before?.status === 'scheduled' && before.publishedAt === after.publishedAt ? 'updated' : 'scheduled'
  if (after.status === 'published') return before?.status === 'published' ? 'updated' : 'published'
  if (before === undefined) return 'created'
  return before.status === 'draft' ? 'updated' : 'unpublished'
}

function actionOf(verb: RecordVerb, wasThere: boolean) {
  if (verb === 'drafted' || verb === 'deleted') return verb
  return wasThere ? 'updated' : 'created'
}

/** The publishing times of one kind's scheduled records: each has a row until it is published. */
function recordSchedule<K extends RecordKind>({ kind, table }: RecordRows<K>) {
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

/** At the time of its last write. */
const wasScheduled = ({ status, publishedAt, updatedAt }: Row): boolean =>
  status === 'published' && publishedAt !== null && Date.parse(publishedAt) > Date.parse(updatedAt)
