import { and, desc, eq, inArray, ne, or, sql, getTableColumns } from 'drizzle-orm'
import { allIds } from '#platform/db/sql'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { inOrder, type Listed, listed } from '#platform/long-list'
import { findDraft } from '#records/history/drafts'
import { translationState } from '#records/kind/columns'
import type { RecordKind } from '#records/kind/record'
import { recordTexts, translationOf, type TextInLanguage } from '#records/translation/translated-texts'
import {
  isLeft,
  type TranslationDetail,
  type Untranslated,
  type Translation,
} from '#records/translation/translation-contract'
import { recordDrafts } from '#records/table'
import {
  compareTranslations,
  marksOf,
  type Marks,
  trackTranslations,
  readMarks,
} from '#records/translation/translations'
import { asRow, type RecordRows, type Row, settledTranslation } from './rows'
import type { Values } from '#records/history/revisions'

const batch = 200

/** `isWritten`: by a person, not restored from the history. */
type PreviousTexts = { before: TextInLanguage[][]; isWritten: boolean }

/** The translation state of one kind's records: stored by each write, and computed if it is missing. */
export function recordTranslating<K extends RecordKind>({ kind, table, keyOf, textsOf }: RecordRows<K>) {
  /** The texts that an editor of a locked record may have started with: of the record and of its draft. */
  const textsBefore = (row: Row): TextInLanguage[][] => [
    textsOf(row),
    ...(row.draft ? [recordTexts(kind, row.draft.values)] : []),
  ]

  /** Part of every write of texts; `values` are the new ones. */
  const note = (tx: Database, id: number, values: Values, noted: PreviousTexts): Promise<Marks> =>
    trackTranslations(tx, keyOf(id), { ...noted, after: recordTexts(kind, values) })

  /** The column value for a row that is about to be written. */
  const translationAt = (row: Row, known: Marks) => ({ version: row.version, ...translationOf(textsOf(row), known) })

  /** Part of every write of the row itself; the last step. */
  async function settle(tx: Database, row: Row, known?: Marks): Promise<Row> {
    const translation = translationAt(row, known ?? (await readMarks(tx, keyOf(row.id))))
    await tx.update(table).set({ translation }).where(eq(table.id, row.id))
    return { ...row, translation }
  }

  /** The states of records in a list, by their ids. */
  async function translationsOf(
    db: Database,
    rows: readonly Pick<Row, 'id' | 'version' | 'translation'>[],
  ): Promise<Map<number, Translation>> {
    const states = new Map<number, Translation>()
    const unsettled = rows.filter((row) => {
      const settled = settledTranslation(row)
      if (settled) states.set(row.id, settled)
      return !settled
    })
    for (let from = 0; from < unsettled.length; from += batch) {
      const ids = unsettled.slice(from, from + batch).map(({ id }) => id)
      const whole = await db.select(getTableColumns(table)).from(table).where(inArray(table.id, ids))
      const marks = await marksOf(db, kind.name, ids.map(String))
      for (const row of whole.map(asRow)) states.set(row.id, translationOf(textsOf(row), marks(String(row.id))))
    }
    return states
  }

  /** Computes the state of rows stored by older releases, possibly without a language, and by a restore. */
  async function settleAll(tx: Database): Promise<void> {
    const isUnsettled = or(
      sql`(${table.translation} ->> 'version')::int is distinct from ${table.version}`,
      ...otherLanguages.map((language) => sql`${translationState(table.translation, language)} is null`),
    )
    const rows = await tx
      .select(getTableColumns(table))
      .from(table)
      .where(isUnsettled)
      .orderBy(table.id)
      .limit(batch)
      .for('update')
    for (const row of rows) await settle(tx, asRow(row))
  }

  return { textsBefore, note, translationAt, settle, translationsOf, settleAll }
}

export type RecordTranslating<K extends RecordKind> = ReturnType<typeof recordTranslating<K>>

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
