import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import { invalid } from '#contract/http-error'
import type { OtherLanguage } from '#i18n/language'
import { schemaIssues } from '#platform/http/issues'
import type { Expected } from '#platform/writes/versions'
import { dropDraft, storeDraft } from '#records/history/drafts'
import type { Draft, RevisionKind } from '#records/history/history-contract'
import { addRevision, findRevision, type Origin, type RecordKey, type Values } from '#records/history/revisions'
import type { TextInLanguage } from '#records/translation/translated-texts'
import { confirmTranslations, noteTranslations } from '#records/translation/translations'

/** The record that a write is meant for, in the versions that its writer knows, and who writes. */
export type Target<Id> = { id: Id; expected: Expected; actor: Actor }

/** How a save is told in the history. */
export type Saving = { kind: RevisionKind; actor: Actor; restoredFrom?: number; isAutosave?: boolean }

type Drafted<Id, Before, Input, Edited> = {
  keyOf: (id: Id) => RecordKey
  /** Throws 404 and 412, and 409 for what lies in the trash. */
  lock: (tx: Database, id: Id, expected: Expected) => Promise<Before>
  /** What is told of a draft that was discarded. */
  nameOf: (before: Before) => { id: number | string; title: string }
  /** What a draft must be at least. */
  draftInput: z.ZodType<Input>
  keep: (tx: Transaction, before: Before, input: Input, saving: Saving) => Promise<Edited>
  /** All texts of the record, and of its draft. */
  standingOf: (before: Before) => TextInLanguage[][]
  /** After translations of it were found to be right. */
  confirmed: (tx: Database, before: Before) => Promise<Edited>
}

/** What is saved of the records of one kind beside what visitors see. */
export function draftStore<Id, Before, Input, Edited>({
  keyOf,
  lock,
  nameOf,
  draftInput,
  keep,
  standingOf,
  confirmed,
}: Drafted<Id, Before, Input, Edited>) {
  /** Keeps a draft of what visitors go on seeing as it is. */
  async function saveDraft(
    tx: Transaction,
    { id, expected, actor, isAutosave = false }: Target<Id> & { isAutosave?: boolean },
    input: Input,
  ): Promise<Edited> {
    return keep(tx, await lock(tx, id, expected), input, { actor, kind: 'draft', isAutosave })
  }

  async function discardDraft(tx: Database, { id, expected }: Target<Id>) {
    const before = await lock(tx, id, expected)
    await dropDraft(tx, keyOf(id))
    return nameOf(before)
  }

  /** The values of an old version become the draft. Throws 404, 409, 412 and 422. */
  async function restore(tx: Transaction, { id, expected, actor }: Target<Id>, version: number): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const { values } = await findRevision(tx, keyOf(id), version)
    const read = draftInput.safeParse(values)
    if (!read.success) throw invalid(schemaIssues(read.error))
    return keep(tx, before, read.data, { actor, kind: 'restored', restoredFrom: version })
  }

  /**
   * What the record and its draft say in another language is right for their English. Visitors see no change. Throws
   * 404, 409, 412, and 422 for what is no field.
   */
  async function confirmTranslation(
    tx: Database,
    { id, expected }: Target<Id>,
    right: { language: OtherLanguage; paths: readonly string[] },
  ): Promise<Edited> {
    const before = await lock(tx, id, expected)
    await confirmTranslations(tx, keyOf(id), standingOf(before), right)
    return confirmed(tx, before)
  }

  return { saveDraft, discardDraft, restore, confirmTranslation }
}

type Addition = {
  values: Values
  saving: Saving
  /** Whether there is a draft, which an autosave goes on with: the version of one that was discarded stays. */
  isBegun: boolean
  origin: (() => Origin) | undefined
  texts: { before: readonly TextInLanguage[][]; after: readonly TextInLanguage[] }
}

/** Stores a draft as the next version of the record's history. */
export async function addDraft(
  tx: Database,
  key: RecordKey,
  { values, saving, isBegun, origin, texts }: Addition,
): Promise<Draft> {
  const { isAutosave = false, ...told } = saving
  const version = await addRevision(tx, key, {
    ...told,
    ...(isAutosave ? { autosave: isBegun ? 'joins' : 'begins' } : {}),
    values,
    before: origin,
  })
  await noteTranslations(tx, key, { ...texts, isWritten: isWritten(saving) })
  return storeDraft(tx, key, { version, values, actor: saving.actor })
}

/** What is brought back from the history was not written now. */
export const isWritten = ({ restoredFrom }: Saving) => restoredFrom === undefined
