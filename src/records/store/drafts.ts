import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { Actor } from '#platform/events/events'
import { invalid } from '#contract/http-error'
import { schemaIssues } from '#platform/http/issues'
import type { Expected } from '#platform/writes/versions'
import { dropDraft } from '#records/history/drafts'
import type { RecordBody, RecordInput, RecordKind } from '#records/kind/record'
import { findRevision } from '#records/history/revisions'
import type { RecordRows, Row } from './rows'
import type { RecordWriting, Saving } from './write-steps'

/** What is saved of the records of one kind beside what visitors see. */
export function recordDrafts<K extends RecordKind>(
  { kind, keyOf, toValues, toEdited }: RecordRows<K>,
  { lock, write, addDraft }: RecordWriting<K>,
) {
  type Edited = z.infer<K['edited']>

  /** Keeps a draft of what visitors go on seeing as it is; a record that is a draft itself takes it. */
  async function saveDraft(
    tx: Database,
    id: number,
    { input }: RecordBody,
    expected: Expected,
    actor: Actor,
    isAutosave = false,
  ): Promise<Edited> {
    const before = await lock(tx, id, expected)
    return toEdited(tx, await keep(tx, before, input, { actor, kind: 'draft', isAutosave }))
  }

  async function discardDraft(tx: Database, id: number, expected: Expected): Promise<{ id: number; title: string }> {
    const { title } = await lock(tx, id, expected)
    await dropDraft(tx, keyOf(id))
    return { id, title: String(title) }
  }

  /**
   * The values of an old version become the draft; a record that is a draft takes them itself. Throws 404, 409, 412 and
   * 422.
   */
  async function restore(tx: Database, id: number, version: number, expected: Expected, actor: Actor): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const { values } = await findRevision(tx, keyOf(id), version)
    const read = kind.draftInput.safeParse(values)
    if (!read.success) throw invalid(schemaIssues(read.error))
    return toEdited(tx, await keep(tx, before, read.data, { actor, kind: 'restored', restoredFrom: version }))
  }

  const keep = (tx: Database, before: Row, input: RecordInput, saving: Saving): Promise<Row> =>
    before.status === 'draft'
      ? write(tx, before, { input, isDraft: true, ...saving })
      : addDraft(tx, before, toValues(input, before), saving)

  return { saveDraft, discardDraft, restore }
}
