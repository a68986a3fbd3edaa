import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { allIds } from '#platform/db/all-ids'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { inOrder, type Listed, listed } from '#platform/long-list'
import { findDraft } from '#records/history/drafts'
import { translationState } from '#records/kind/columns'
import type { RecordKind } from '#records/kind/record'
import { recordTexts, translationOf } from '#records/translation/translated-texts'
import { isLeft, type TranslationDetail, type Untranslated } from '#records/translation/translation-contract'
import { recordDrafts } from '#records/table'
import { compareTranslations, marksOf } from '#records/translation/translations'
import { asRow, type RecordRows } from './rows'
import type { RecordTranslating } from './translation-state'

/** The translations of one kind's records, for editors. */
export function recordTranslations<K extends RecordKind>(
  { kind, table, columns, keyOf, textsOf }: RecordRows<K>,
  { settleAll, translationsOf }: RecordTranslating<K>,
) {
  const isThere = ne(table.status, 'trashed')

  /** Throws 404. */
  async function findTranslation(db: Database, id: number, language: OtherLanguage): Promise<TranslationDetail> {
    const [row] = await db.select(columns).from(table).where(eq(table.id, id))
    if (!row) throw notFound(kind.name)
    const key = keyOf(id)
    const draft = await findDraft(db, key)
    return {
      ...(await compareTranslations(db, key, textsOf(asRow(row)), language)),
      draft: draft && (await compareTranslations(db, key, recordTexts(kind, draft.values), language)),
    }
  }

  /** Records outside the trash with missing or outdated translations. */
  async function listUntranslated(db: Database): Promise<Listed<Untranslated>> {
    const isSettled = and(
      sql`(${table.translation} ->> 'version')::int = ${table.version}`,
      ...otherLanguages.map((language) => sql`${translationState(table.translation, language)} = 'complete'`),
    )
    const drafted = db
      .select({ id: sql`${recordDrafts.recordId}::int` })
      .from(recordDrafts)
      .where(eq(recordDrafts.kind, kind.name))
    const mayBeLeft = or(sql`not coalesce(${isSettled}, false)`, inArray(table.id, drafted))
    const ids = await allIds(
      db,
      db
        .select({ id: sql`${table.id}`.as('id') })
        .from(table)
        .where(and(isThere, mayBeLeft))
        .orderBy(desc(table.id))
        .$dynamic(),
    )
    return listed(ids, (some) => untranslatedOf(db, some))
  }

  async function untranslatedOf(db: Database, ids: readonly number[]): Promise<Untranslated[]> {
    const { id, title, version, updatedAt, translation } = table
    const stored = await db
      .select({ id, title, version, updatedAt, translation })
      .from(table)
      .where(and(inArray(table.id, [...ids]), isThere))
    const rows = inOrder(ids, stored.map(asRow))
    const drafts = await db
      .select()
      .from(recordDrafts)
      .where(and(eq(recordDrafts.kind, kind.name), inArray(recordDrafts.recordId, ids.map(String))))
    const drafted = new Map(drafts.map(({ recordId, values }) => [Number(recordId), values]))
    const byId = await translationsOf(db, rows)
    const marks = await marksOf(db, kind.name, [...drafted.keys()].map(String))
    return rows
      .flatMap((row) => {
        const record = byId.get(row.id)
        if (!record) return []
        const values = drafted.get(row.id)
        const draft = values ? translationOf(recordTexts(kind, values), marks(String(row.id))) : null
        return [{ kind: kind.name, id: row.id, title: String(row.title), updatedAt: row.updatedAt, ...record, draft }]
      })
      .filter(isLeft)
  }

  return { findTranslation, listUntranslated, settleTranslations: settleAll }
}
