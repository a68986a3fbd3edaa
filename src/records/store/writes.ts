import type { z } from 'zod'
import type { Actor, Transaction } from '#platform/events/events'
import { invalid } from '#contract/http-error'
import type { Expected } from '#platform/writes/versions'
import type { RecordBody, RecordKind } from '#records/kind/record'
import type { RecordRows } from './rows'
import type { RecordHistory } from './record-history'
import type { RecordWriting } from './write-steps'

/** Creates and updates the records of one kind. */
export function recordWrites<K extends RecordKind>(
  { toRecord }: RecordRows<K>,
  { lock }: RecordHistory,
  { insert, write }: RecordWriting<K>,
) {
  type Written = z.infer<K['written']>

  /** Throws 409 for a slug that is taken, 422 for a record that cannot be published. */
  async function create(tx: Transaction, body: RecordBody, actor: Actor): Promise<Written> {
    const isDraft = body.input.status === 'draft'
    if (!isDraft) checkPublishable(body)
    return toRecord(await insert(tx, body.input, isDraft, actor))
  }

  /**
   * Absent translations and an absent publishing date are unchanged. Publishes the input and deletes a draft. Throws
   * 404, 409, 412 and 422.
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

  return { create, update }
}

function checkPublishable({ faults }: RecordBody): void {
  if (faults.length > 0) throw invalid([...faults])
}
