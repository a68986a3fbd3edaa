import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import type { Draft, DraftSummary, RevisionKind } from './history-contract'
import { addRevision, author, findRevision, type Origin, type RecordKey, toSavedBy, type Values } from './revisions'
import { recordDrafts } from '#records/table'
import type { z } from 'zod'
import { invalid } from '#contract/http-error'
import type { OtherLanguage } from '#i18n/language'
import { schemaIssues } from '#platform/http/issues'
import type { Expected } from '#platform/writes/commit'
import type { TextInLanguage } from '#records/translation/translated-texts'
import { confirmTranslations, trackTranslations } from '#records/translation/translations'

/** The target of a write, with the versions that its writer has read, and the actor. */
export type Target<Id> = { id: Id; expected: Expected; actor: Actor }

/** How a save is recorded in the history. */
export type Saving = { kind: RevisionKind; actor: Actor; restoredFrom?: number; isAutosave?: boolean }

type Drafted<Id, Before, Input, Edited> = {
  keyOf: (id: Id) => RecordKey
  /** Throws 404 and 412, and 409 for a record in the trash. */
  lock: (tx: Database, id: Id, expected: Expected) => Promise<Before>
  /** Names a discarded draft in its event. */
  nameOf: (before: Before) => { id: number | string; title: string }
  /** The schema of a draft. */
  draftInput: z.ZodType<Input>
  keep: (tx: Transaction, before: Before, input: Input, saving: Saving) => Promise<Edited>
  /** All texts of the record, and of its draft. */
  textsBefore: (before: Before) => TextInLanguage[][]
  /** Called after translations were confirmed. */
  confirmed: (tx: Database, before: Before) => Promise<Edited>
}

/** The store of drafts and history of one kind's records. */
export function draftStore<Id, Before, Input, Edited>({
  keyOf,
  lock,
  nameOf,
  draftInput,
  keep,
  textsBefore,
  confirmed,
}: Drafted<Id, Before, Input, Edited>) {
  /** Saves a draft without changing the published version. */
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

  /** Restores the values of an old version as the draft. Throws 404, 409, 412 and 422. */
  async function restore(tx: Transaction, { id, expected, actor }: Target<Id>, version: number): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const { values } = await findRevision(tx, keyOf(id), version)
    const read = draftInput.safeParse(values)
    if (!read.success) throw invalid(schemaIssues(read.error))
    return keep(tx, before, read.data, { actor, kind: 'restored', restoredFrom: version })
  }

  /**
   * Confirms the translations of a record and its draft for their English texts. Public responses do not change. Throws
   * 404, 409, 412, and 422 for an unknown field.
   */
  async function confirmTranslation(
    tx: Database,
    { id, expected }: Target<Id>,
    right: { language: OtherLanguage; paths: readonly string[] },
  ): Promise<Edited> {
    const before = await lock(tx, id, expected)
    await confirmTranslations(tx, keyOf(id), textsBefore(before), right)
    return confirmed(tx, before)
  }

  return { saveDraft, discardDraft, restore, confirmTranslation }
}

type Addition = {
  values: Values
  saving: Saving
  /** Whether there is a draft, which an autosave continues: after a discarded one a new version starts. */
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
  const { isAutosave = false, ...entry } = saving
  const version = await addRevision(tx, key, {
    ...entry,
    ...(isAutosave ? { autosave: isBegun ? 'joins' : 'begins' } : {}),
    values,
    before: origin,
  })
  await trackTranslations(tx, key, { ...texts, isWritten: isWritten(saving) })
  return storeDraft(tx, key, { version, values, actor: saving.actor })
}

/** A version restored from the history was not written now. */
export const isWritten = ({ restoredFrom }: Saving) => restoredFrom === undefined

export async function findDraft(db: Database, key: RecordKey): Promise<Draft | null> {
  const [row] = await db.select().from(recordDrafts).where(isOf(key))
  return row ? toDraft(row) : null
}

const toDraft = (row: typeof recordDrafts.$inferSelect): Draft => ({
  version: row.version,
  savedAt: row.savedAt,
  savedBy: toSavedBy(row),
  values: row.values,
})

/** `version` is the number of the save, and of the revision with the same content. */
export async function storeDraft(
  tx: Database,
  key: RecordKey,
  { version, values, actor }: { version: number; values: Values; actor: Actor },
): Promise<Draft> {
  const saved = { version, values, savedAt: sql`now()`, ...author(actor) }
  const [row] = await tx
    .insert(recordDrafts)
    .values({ ...key, ...saved })
    .onConflictDoUpdate({ target: [recordDrafts.kind, recordDrafts.recordId], set: saved })
    .returning()
  return toDraft(row!)
}

export async function dropDraft(tx: Database, key: RecordKey): Promise<void> {
  await tx.delete(recordDrafts).where(isOf(key))
}

/** The drafts of one kind, or of some of its records, by record id. */
export async function draftsOf(
  db: Database,
  kind: string,
  ids?: readonly string[],
): Promise<Map<string, DraftSummary>> {
  const rows = await db
    .select({
      recordId: recordDrafts.recordId,
      savedAt: recordDrafts.savedAt,
      savedById: recordDrafts.savedById,
      savedByName: recordDrafts.savedByName,
    })
    .from(recordDrafts)
    .where(and(eq(recordDrafts.kind, kind), ids && inArray(recordDrafts.recordId, [...ids])))
  return new Map(rows.map(({ recordId, savedAt, ...by }) => [recordId, { savedAt, savedBy: toSavedBy(by) }]))
}

const isOf = ({ kind, recordId }: RecordKey) => and(eq(recordDrafts.kind, kind), eq(recordDrafts.recordId, recordId))
