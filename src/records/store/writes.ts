import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, Transaction } from '#platform/events/events'
import { conflict, invalid } from '#contract/http-error'
import { schemaIssues } from '#platform/http/issues'
import type { Expected } from '#platform/writes/versions'
import { dropDraft } from '#records/history/drafts'
import type { RecordBody, RecordKind } from '#records/kind/record'
import { dropRevisions } from '#records/history/revisions'
import { dropTranslations } from '#records/translation/translations'
import { asRow, now, type RecordRows, type Row } from './rows'
import type { RecordSchedule } from './schedule'
import type { RecordEvents } from './record-events'
import type { RecordWriting } from './write-steps'

/** What is done with the records of one kind themselves, and with their trash. */
export function recordWrites<K extends RecordKind>(
  { kind, table, columns, keyOf, valuesOf, toRecord, toEdited }: RecordRows<K>,
  { lock, lockAny, insert, write, set }: RecordWriting<K>,
  { tellRecord }: RecordEvents,
  { unschedule }: RecordSchedule,
) {
  type Written = z.infer<K['written']>
  type Edited = z.infer<K['edited']>

  /** Throws 409 for a slug that is taken, 422 for what cannot be published. */
  async function create(tx: Transaction, body: RecordBody, actor: Actor): Promise<Written> {
    const isDraft = body.input.status === 'draft'
    if (!isDraft) checkPublishable(body)
    return toRecord(await insert(tx, body.input, isDraft, actor))
  }

  /**
   * What the input leaves out of translations and the publishing date stays as it is. Publishes what it holds and ends
   * a draft. Throws 404, 409, 412 and 422.
   */
  async function update(
    tx: Transaction,
    id: number,
    body: RecordBody,
    expected: Expected,
    actor: Actor,
  ): Promise<Written> {
    const before = await lock(tx, id, expected)
    const isDraft = (body.input.status ?? before.status) === 'draft'
    if (!isDraft) checkPublishable(body)
    const row = await write(tx, before, {
      input: body.input,
      isDraft,
      actor,
      kind: isDraft ? (before.status === 'draft' ? 'draft' : 'unpublished') : 'published',
    })
    return toRecord(row)
  }

  /** Hides a record from visitors. Throws 409 for what lies in the trash already. */
  async function trash(tx: Transaction, id: number, expected: Expected, actor: Actor): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const change = { status: 'trashed', trashedFrom: before.status, trashedAt: now }
    return toEdited(tx, await set(tx, before, change, { kind: 'trashed', verb: 'trashed', actor }))
  }

  /** Takes a record out of the trash: as a draft, or as `wanted`. Throws 409 for what does not lie there. */
  async function untrash(
    tx: Transaction,
    id: number,
    wanted: 'draft' | 'published',
    expected: Expected,
    actor: Actor,
  ): Promise<Edited> {
    const before = await lockAny(tx, id, expected)
    if (before.status !== 'trashed') throw conflict('errors.notTrashed')
    if (wanted === 'published') checkStored(before)
    const publishedAt = wanted === 'published' ? (before.publishedAt ?? now) : before.publishedAt
    const change = { status: wanted, publishedAt, trashedFrom: null, trashedAt: null }
    return toEdited(tx, await set(tx, before, change, { kind: 'restored', verb: 'restored', actor }))
  }

  /** For good, with all its history. Throws 404 and 412. */
  async function remove(tx: Transaction, id: number, expected: Expected): Promise<{ id: number; title: string }> {
    const row = await lockAny(tx, id, expected)
    await tx.delete(table).where(eq(table.id, id))
    await forget(tx, id)
    tellRecord(tx, 'deleted', { before: row })
    return { id, title: String(row.title) }
  }

  /** For good, what has lain in the trash for longer than a month. */
  async function emptyTrash(tx: Transaction): Promise<void> {
    const gone = await tx
      .delete(table)
      .where(and(eq(table.status, 'trashed'), sql`${table.trashedAt} < now() - interval '30 days'`))
      .returning(columns)
    for (const row of gone.map(asRow)) {
      await forget(tx, row.id)
      tellRecord(tx, 'deleted', { before: row }, [])
    }
  }

  async function forget(tx: Transaction, id: number): Promise<void> {
    await dropDraft(tx, keyOf(id))
    await dropRevisions(tx, keyOf(id))
    await dropTranslations(tx, keyOf(id))
    await unschedule(tx, id)
  }

  function checkStored(row: Row): void {
    const { success, error } = kind.input.safeParse(valuesOf(row))
    if (!success) throw invalid(schemaIssues(error))
  }

  return { create, update, trash, untrash, remove, emptyTrash }
}

function checkPublishable({ faults }: RecordBody): void {
  if (faults.length > 0) throw invalid([...faults])
}
