import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import { notFound } from '#base/http-error'
import type { Expected } from '#base/writes/versions'
import { findDraft } from '#records/drafts'
import type { RecordKind } from '#records/record'
import { recordTexts } from '#records/translated-texts'
import type { TranslationDetail } from '#records/translation-contract'
import { compareTranslations, confirmTranslations } from '#records/translations'
import { asRow, type RecordRows } from './rows'
import type { RecordTranslating } from './translating'
import type { RecordWriting } from './writing'

/** What editors ask and say of the translations of one kind's records. */
export function recordTranslations<K extends RecordKind>(
  { kind, table, columns, keyOf, textsOf, toEdited }: RecordRows<K>,
  { standingOf, settle, settleAll }: RecordTranslating<K>,
  { lock }: RecordWriting<K>,
) {
  /** Throws 404. */
  async function findTranslation(db: Database, id: number): Promise<TranslationDetail> {
    const [row] = await db.select(columns).from(table).where(eq(table.id, id))
    if (!row) throw notFound(kind.name)
    const key = keyOf(id)
    const draft = await findDraft(db, key)
    return {
      ...(await compareTranslations(db, key, textsOf(asRow(row)))),
      draft: draft && (await compareTranslations(db, key, recordTexts(kind, draft.values))),
    }
  }

  /**
   * What the record and its draft say in the other language is right for their English. Visitors see no change. Throws
   * 404, 409, 412, and 422 for what is no field.
   */
  async function confirmTranslation(
    tx: Database,
    id: number,
    fields: readonly string[],
    expected: Expected,
  ): Promise<z.infer<K['edited']>> {
    const before = await lock(tx, id, expected)
    await confirmTranslations(tx, keyOf(id), await standingOf(tx, before), fields)
    await settle(tx, before)
    const [row] = await tx.select(columns).from(table).where(eq(table.id, id))
    return toEdited(tx, row)
  }

  return { findTranslation, confirmTranslation, settleTranslations: settleAll }
}
