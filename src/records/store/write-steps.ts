import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { type Actor, tellMoves } from '#platform/events/events'
import { conflict, notFound } from '#contract/http-error'
import { languages } from '#i18n/language'
import { checkVersion, type Expected } from '#platform/writes/versions'
import { dropDraft, findDraft } from '#records/history/drafts'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { addRevision, type Origin } from '#records/history/revisions'
import { withSlug } from '#records/slugs'
import { recordHref } from '#records/translation/localize'
import { recordTexts } from '#records/translation/translated-texts'
import { addDraft, isWritten, type Saving } from './drafts'
import { asRow, now, type RecordRows, type Row, toRow } from './rows'
import type { Noted, RecordTranslating } from './translation-state'

type Writing = Saving & { input: RecordInput; isDraft: boolean }

/** The steps that the writes of one kind are made of. Each belongs into the transaction of its write. */
export function recordWriting<K extends RecordKind>(
  rows: RecordRows<K>,
  { standingOf, note, settle }: RecordTranslating<K>,
) {
  const { kind, table, columns, visible, keyOf, valuesOf, toValues, slugWish } = rows

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
      ...toRow(kind, input, isDraft),
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
      ...toRow(kind, input, isDraft),
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

  /** A draft beside what visitors go on seeing; a record that is a draft itself takes it. */
  async function keep(tx: Database, before: Row, input: RecordInput, saving: Saving): Promise<Row> {
    if (before.status === 'draft') return write(tx, before, { input, isDraft: true, ...saving })
    const values = toValues(input, before)
    await addDraft(tx, keyOf(before.id), {
      values,
      saving,
      isBegun: before.draft !== null,
      origin: originOf(before),
      texts: { before: standingOf(before), after: recordTexts(kind, values) },
    })
    return find(tx, before.id)
  }

  async function find(tx: Database, id: number): Promise<Row> {
    const [row] = await tx.select(columns).from(table).where(eq(table.id, id))
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

  return { lock, lockAny, insert, write, set, keep, find }
}

export type RecordWriting<K extends RecordKind> = ReturnType<typeof recordWriting<K>>

const told = ({ isAutosave = false, ...saving }: Saving) => ({
  ...saving,
  ...(isAutosave ? { autosave: 'joins' as const } : {}),
})
