import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { type Actor, tellMoves } from '#platform/events/events'
import { conflict, notFound } from '#contract/http-error'
import { languages } from '#i18n/language'
import { checkVersion, type Expected } from '#platform/writes/versions'
import { dropDraft, findDraft, keepDraft } from '#records/history/drafts'
import type { RevisionKind } from '#records/history/history-contract'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { addRevision, type Origin, type Values } from '#records/history/revisions'
import { withSlug } from '#records/slugs'
import { recordHref } from '#records/translation/localize'
import { asRow, now, type RecordRows, type Row, toRow } from './rows'
import type { Noted, RecordTranslating } from './translation-state'

/** How a save is told in the history. */
export type Saving = { kind: RevisionKind; actor: Actor; restoredFrom?: number; isAutosave?: boolean }
type Writing = Saving & { input: RecordInput; isDraft: boolean }

/** The steps that the writes of one kind are made of. Each belongs into the transaction of its write. */
export function recordWriting<K extends RecordKind>(
  rows: RecordRows<K>,
  { standingOf, note, settle }: RecordTranslating<K>,
) {
  const { kind, table, columns, visible, keyOf, valuesOf, slugWish } = rows

  async function lock(tx: Database, id: number, expected: Expected): Promise<Row> {
    const row = await lockAny(tx, id, expected)
    if (row.status === 'trashed') throw conflict('errors.trashed')
    return row
  }

  async function lockAny(tx: Database, id: number, expected: Expected): Promise<Row> {
    const [row] = await tx
      .select({ ...getTableColumns(table), isLive: sql<boolean>`coalesce(${visible}, false)` })
      .from(table)
      .where(eq(table.id, id))
      .for('update')
    if (!row) throw notFound(kind.name)
    const before = { ...asRow(row), draft: await findDraft(tx, keyOf(id)) }
    checkVersion(before.version, expected, before.draft?.version ?? 0)
    return before
  }

  async function insert(tx: Database, input: RecordInput, isDraft: boolean, actor: Actor): Promise<Row> {
    const values = {
      ...toRow(input, isDraft),
      status: isDraft ? 'draft' : 'published',
      publishedAt: input.publishedAt ?? (isDraft ? null : now),
    }
    const [row] = await withSlug(tx, table, slugWish(input), (savepoint, slug) =>
      savepoint
        .insert(table)
        .values({ ...values, slug })
        .returning(columns),
    )
    await remember(tx, row, { kind: 'created', actor })
    tellAddress(tx, row)
    return settleTexts(tx, row, { before: [], isWritten: true })
  }

  async function write(tx: Database, before: Row, { input, isDraft, ...saving }: Writing): Promise<Row> {
    const noted = { before: standingOf(before), isWritten: isWritten(saving) }
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    const values = {
      ...toRow(input, isDraft),
      status: isDraft ? 'draft' : 'published',
      publishedAt: publishedAt ?? (isDraft ? null : now),
      version: before.version + 1,
      updatedAt: sql`now()`,
    }
    const [row] = await withSlug(tx, table, { ...slugWish(input), own: before }, (savepoint, slug) =>
      savepoint
        .update(table)
        .set({ ...values, slug })
        .where(eq(table.id, before.id))
        .returning(columns),
    )
    if (before.draft) await dropDraft(tx, keyOf(before.id))
    await remember(tx, row, saving, before)
    tellAddress(tx, row, before)
    return settleTexts(tx, row, noted)
  }

  /** Changes how a record stands, and none of its texts. */
  async function set(tx: Database, before: Row, change: Record<string, unknown>, saving: Saving): Promise<Row> {
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    tellAddress(tx, row, before)
    await remember(tx, row, saving, before)
    return settle(tx, asRow(row))
  }

  /** Beside what visitors go on seeing. */
  async function addDraft(tx: Database, before: Row, values: Values, saving: Saving): Promise<Row> {
    const version = await addRevision(tx, keyOf(before.id), {
      ...told(saving),
      // The version of a draft that was discarded stays.
      ...(saving.isAutosave && !before.draft ? { autosave: 'begins' } : {}),
      values,
      before: originOf(before),
    })
    await note(tx, before.id, values, { before: standingOf(before), isWritten: isWritten(saving) })
    await keepDraft(tx, keyOf(before.id), { version, values, actor: saving.actor })
    const [row] = await tx.select(columns).from(table).where(eq(table.id, before.id))
    return asRow(row)
  }

  async function settleTexts(tx: Database, stored: unknown, noted: Noted): Promise<Row> {
    const row = asRow(stored)
    await note(tx, row.id, valuesOf(row), noted)
    return settle(tx, row)
  }

  /**
   * Whoever keeps old addresses alive hears of it with the event of the write. A record has an address in each
   * language.
   */
  function tellAddress(tx: Database, stored: unknown, before?: Row): void {
    const after = asRow(stored)
    const pathsOf = (row: Row) => languages.map((language) => recordHref(kind.page, row, language))
    const was = pathsOf(before ?? after)
    const paths = new Map(pathsOf(after).map((to, index) => [was[index] ?? to, to]))
    tellMoves(
      tx,
      [...paths].map(([from, to]) => ({
        from,
        to,
        wasLive: before?.isLive === true,
        isLive: after.status === 'published',
      })),
    )
  }

  async function remember(tx: Database, stored: unknown, saving: Saving, before?: Row) {
    const row = asRow(stored)
    await addRevision(tx, keyOf(row.id), {
      ...told(saving),
      values: valuesOf(row),
      before: before && originOf(before),
    })
  }

  /** What was stored before there was a history is its first version. */
  const originOf = (before: Row) => (): Origin => ({ values: valuesOf(before), savedAt: before.updatedAt })

  return { lock, lockAny, insert, write, set, addDraft }
}

export type RecordWriting<K extends RecordKind> = ReturnType<typeof recordWriting<K>>

const isWritten = ({ restoredFrom }: Saving) => restoredFrom === undefined

const told = ({ isAutosave = false, ...saving }: Saving) => ({
  ...saving,
  ...(isAutosave ? { autosave: 'joins' as const } : {}),
})
