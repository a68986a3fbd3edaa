import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import { notFound } from '#base/http-error'
import type { Expected } from '#base/writes/versions'
import { findDraft } from '#records/drafts'
import type { RecordKind } from '#records/record'
import { recordTexts } from '#records/translated-texts'
import { isLeft, type TranslationDetail, type Untranslated } from '#records/translation-contract'
import { recordDrafts } from '#records/table'
import { compareTranslations, confirmTranslations, marksOf, translationOf } from '#records/translations'
import { asRow, type RecordRows } from './rows'
import type { RecordTranslating } from './translating'
import type { RecordWriting } from './writing'

/** What editors ask and say of the translations of one kind's records. */
export function recordTranslations<K extends RecordKind>(
  { kind, table, columns, keyOf, textsOf, toEdited }: RecordRows<K>,
  { standingOf, settle, settleAll, translationsOf }: RecordTranslating<K>,
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

  /** Of which something is left to translate, outside the trash. */
  async function listUntranslated(db: Database): Promise<Untranslated[]> {
    const drafts = await db.select().from(recordDrafts).where(eq(recordDrafts.kind, kind.name))
    const drafted = new Map(drafts.map(({ recordId, values }) => [Number(recordId), values]))
    const isSettled = sql`(${table.translation} ->> 'version')::int = ${table.version} and ${table.translation} #>> '{es,state}' = 'complete'`
    const { id, title, version, updatedAt, translation } = table
    const rows = await db
      .select({ id, title, version, updatedAt, translation })
      .from(table)
      .where(
        and(
          ne(table.status, 'trashed'),
          or(sql`not coalesce(${isSettled}, false)`, inArray(table.id, [...drafted.keys()])),
        ),
      )
      .orderBy(desc(table.id))
    const told = await translationsOf(db, rows.map(asRow))
    const marks = await marksOf(db, kind.name, [...drafted.keys()].map(String))
    return rows
      .map(asRow)
      .flatMap((row) => {
        const record = told.get(row.id)
        if (!record) return []
        const values = drafted.get(row.id)
        const draft = values ? translationOf(recordTexts(kind, values), marks(String(row.id))) : null
        return [{ kind: kind.name, id: row.id, title: String(row.title), updatedAt: row.updatedAt, ...record, draft }]
      })
      .filter(isLeft)
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

  return { findTranslation, listUntranslated, confirmTranslation, settleTranslations: settleAll }
}
