import { eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { translationState } from '#records/kind/columns'
import type { RecordKind } from '#records/kind/record'
import type { Values } from '#records/history/revisions'
import { recordTexts, type TextInLanguage, translationOf } from '#records/translation/translated-texts'
import type { Translation } from '#records/translation/translation-contract'
import { type Marks, marksOf, trackTranslations, readMarks } from '#records/translation/translations'
import { asRow, type RecordRows, type Row, settledTranslation } from './rows'

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
