import { eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { translationState } from '#records/kind/columns'
import type { RecordKind } from '#records/kind/record'
import type { Values } from '#records/history/revisions'
import { recordTexts, type TextInLanguage, translationOf } from '#records/translation/translated-texts'
import type { Translation } from '#records/translation/translation-contract'
import { type Marks, marksOf, noteTranslations, readMarks } from '#records/translation/translations'
import { asRow, type RecordRows, type Row, settledTranslation } from './rows'

const batch = 200

/** `isWritten`: by somebody, and not brought back from the history. */
export type Noted = { before: TextInLanguage[][]; isWritten: boolean }

/** How far the records of one kind are translated: told by each write, and worked out where none has told it. */
export function recordTranslating<K extends RecordKind>({ kind, table, keyOf, textsOf }: RecordRows<K>) {
  /** What an editor of a record that was locked may have begun with: the record and its draft. */
  const standingOf = (row: Row): TextInLanguage[][] => [
    textsOf(row),
    ...(row.draft ? [recordTexts(kind, row.draft.values)] : []),
  ]

  /** Part of every write of texts, which then are `values`. */
  const note = (tx: Database, id: number, values: Values, noted: Noted): Promise<Marks> =>
    noteTranslations(tx, keyOf(id), { ...noted, after: recordTexts(kind, values) })

  /** How far a row that is about to be written will be translated, as its column tells it. */
  const toldOf = (row: Row, known: Marks) => ({ version: row.version, ...translationOf(textsOf(row), known) })

  /** Part of every write of the row itself, the last one. */
  async function settle(tx: Database, row: Row, known?: Marks): Promise<Row> {
    const translation = toldOf(row, known ?? (await readMarks(tx, keyOf(row.id))))
    await tx.update(table).set({ translation }).where(eq(table.id, row.id))
    return { ...row, translation }
  }

  /** Of records in a list, by their ids. */
  async function translationsOf(
    db: Database,
    rows: readonly Pick<Row, 'id' | 'version' | 'translation'>[],
  ): Promise<Map<number, Translation>> {
    const told = new Map<number, Translation>()
    const unsettled = rows.filter((row) => {
      const settled = settledTranslation(row)
      if (settled) told.set(row.id, settled)
      return !settled
    })
    for (let from = 0; from < unsettled.length; from += batch) {
      const ids = unsettled.slice(from, from + batch).map(({ id }) => id)
      const whole = await db.select(getTableColumns(table)).from(table).where(inArray(table.id, ids))
      const marks = await marksOf(db, kind.name, ids.map(String))
      for (const row of whole.map(asRow)) told.set(row.id, translationOf(textsOf(row), marks(String(row.id))))
    }
    return told
  }

  /** Tells it of what an older version of the site has stored, maybe without a language, and of what came from an archive. */
  async function settleAll(tx: Database): Promise<void> {
    const isUnsettled = or(
      sql`(${table.translation} ->> 'version')::int is distinct from ${table.version}`,
      ...otherLanguages.map((language) => sql`${translationState(table.translation, language)} is null`),
    )
    const rows = await tx.select(getTableColumns(table)).from(table).where(isUnsettled).limit(batch).for('update')
    for (const row of rows) await settle(tx, asRow(row))
  }

  return { standingOf, note, toldOf, settle, translationsOf, settleAll }
}

export type RecordTranslating<K extends RecordKind> = ReturnType<typeof recordTranslating<K>>
