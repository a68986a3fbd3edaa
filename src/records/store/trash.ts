import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, RecordVerb, Transaction } from '#platform/events/events'
import { conflict, invalid } from '#contract/http-error'
import { schemaIssues } from '#platform/http/issues'
import type { Expected } from '#platform/writes/versions'
import { dropDraft } from '#records/history/drafts'
import { hintFaults } from '#records/hints/hints'
import type { RecordKind } from '#records/kind/record'
import type { Saving } from './drafts'
import { dropRevisions, type Values } from '#records/history/revisions'
import { dropTranslations } from '#records/translation/translations'
import { asRow, now, type RecordRows, type Row } from './rows'
import type { RecordSchedule } from './schedule'
import type { RecordEvents } from './record-events'
import type { RecordTranslating } from './translation-state'
import type { RecordHistory } from './record-history'

/** Moves records of one kind to the trash, restores and deletes them. */
export function recordTrash<K extends RecordKind>(
  { kind, table, columns, keyOf, valuesOf, toEdited }: RecordRows<K>,
  { lock, lockAny, remember }: RecordHistory,
  { settle }: RecordTranslating<K>,
  { emitRecord, emitWrite }: RecordEvents,
  { unschedule }: RecordSchedule,
) {
  type Edited = z.infer<K['edited']>

  /** Moves a record to the trash. Throws 409 if it is there already. */
  async function trash(tx: Transaction, id: number, expected: Expected, actor: Actor): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const change = { status: 'trashed', trashedFrom: before.status, trashedAt: now }
    return set(tx, before, change, { kind: 'trashed', verb: 'trashed', actor })
  }

  /** Restores a record from the trash: as a draft, or as `wanted`. Throws 409 if it is not there. */
  async function untrash(
    tx: Transaction,
    id: number,
    wanted: 'draft' | 'published',
    expected: Expected,
    actor: Actor,
  ): Promise<Edited> {
    const before = await lockAny(tx, id, expected)
    if (before.status !== 'trashed') throw conflict('errors.notTrashed')
    if (wanted === 'published') checkStored(kind, valuesOf(before))
    const publishedAt = wanted === 'published' ? (before.publishedAt ?? now) : before.publishedAt
    const change = { status: wanted, publishedAt, trashedFrom: null, trashedAt: null }
    return set(tx, before, change, { kind: 'restored', verb: 'restored', actor })
  }

  /** Changes only the status of a record, not its texts. */
  async function set(
    tx: Transaction,
    before: Row,
    change: Record<string, unknown>,
    { verb, ...saving }: Saving & { verb: RecordVerb },
  ): Promise<Edited> {
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    await remember(tx, row, saving, before)
    await emitWrite(tx, row, before, verb)
    return toEdited(tx, await settle(tx, asRow(row)))
  }

  /** Deletes a record permanently, with its history. Throws 404 and 412. */
  async function remove(tx: Transaction, id: number, expected: Expected): Promise<{ id: number; title: string }> {
    const row = await lockAny(tx, id, expected)
    await tx.delete(table).where(eq(table.id, id))
    await forget(tx, id)
    emitRecord(tx, 'deleted', { before: row })
    return { id, title: String(row.title) }
  }

  /** Permanently deletes records that have been in the trash for more than a month. */
  async function emptyTrash(tx: Transaction): Promise<void> {
    const gone = await tx
      .delete(table)
      .where(and(eq(table.status, 'trashed'), sql`${table.trashedAt} < now() - interval '30 days'`))
      .returning(columns)
    for (const row of gone.map(asRow)) {
      await forget(tx, row.id)
      emitRecord(tx, 'deleted', { before: row }, [])
    }
  }

  async function forget(tx: Transaction, id: number): Promise<void> {
    await dropDraft(tx, keyOf(id))
    await dropRevisions(tx, keyOf(id))
    await dropTranslations(tx, keyOf(id))
    await unschedule(tx, id)
  }

  return { trash, untrash, remove, emptyTrash }
}

function checkStored({ input, fields }: RecordKind, values: Values): void {
  const { success, error } = input.safeParse(values)
  if (!success) throw invalid(schemaIssues(error))
  const faults = hintFaults(fields, values)
  if (faults.length > 0) throw invalid(faults)
}
