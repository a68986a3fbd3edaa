import type { z } from 'zod'
import type { Actor, Transaction } from '#platform/events/events'
import { invalid } from '#contract/http-error'
import type { Expected } from '#platform/writes/versions'
import { hintFaults, withoutHints } from '#records/hints/hints'
import type { RecordBody, RecordKind } from '#records/kind/record'
import type { RecordRows } from './rows'
import type { RecordHistory } from './record-history'
import type { RecordWriting } from './write-steps'

/** Creates and updates the records of one kind. */
export function recordWrites<K extends RecordKind>(
  { kind, toRecord }: RecordRows<K>,
  { lock }: RecordHistory,
  { insert, write }: RecordWriting<K>,
) {
  type Written = z.infer<K['written']>

  /** Throws 409 for a slug that is taken, 422 for a record that cannot be published. */
  async function create(tx: Transaction, body: RecordBody, actor: Actor): Promise<Written> {
    const isDraft = body.input.status === 'draft'
    const input = isDraft ? body.input : publishable(kind, body)
    return toRecord(await insert(tx, input, isDraft, actor))
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
    const row = await write(tx, before, {
      input: isDraft ? body.input : publishable(kind, body),
      isDraft,
      actor,
      kind: isDraft ? (before.status === 'draft' ? 'draft' : 'unpublished') : 'published',
    })
    return toRecord(row)
  }

  return { create, update }
}

/** What is published: hints that nobody has changed are left out. Throws 422 where a required text is one. */
function publishable({ fields }: RecordKind, { input, faults }: RecordBody): RecordBody['input'] {
  const all = faults.length > 0 ? faults : hintFaults(fields, input)
  if (all.length > 0) throw invalid([...all])
  return withoutHints(fields, input)
}
