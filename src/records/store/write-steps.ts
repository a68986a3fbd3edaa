import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { type Actor, type RecordVerb, type Transaction } from '#platform/events/events'
import { conflict, notFound } from '#contract/http-error'
import { checkVersion, type Expected } from '#platform/writes/versions'
import { dropDraft, findDraft } from '#records/history/drafts'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { addRevision, type Origin } from '#records/history/revisions'
import { withSlug } from '#records/slugs'
import { recordTexts } from '#records/translation/translated-texts'
import { addDraft, isWritten, type Saving } from './drafts'
import { asRow, now, type RecordRows, type Row, toRow } from './rows'
import type { RecordEvents } from './record-events'
import type { RecordTranslating } from './translation-state'

/** `verb`: what is told of it, where that does not follow from how the record stood and stands. */
type Writing = Saving & { input: RecordInput; isDraft: boolean; verb?: RecordVerb }

/** The steps that the writes of one kind are made of. Each belongs into the transaction of its write. */
export function recordWriting<K extends RecordKind>(
  rows: RecordRows<K>,
  { standingOf, note, toldOf, settle }: RecordTranslating<K>,
  { tellRecord, tellWrite }: RecordEvents,
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

  async function insert(tx: Transaction, input: RecordInput, isDraft: boolean, actor: Actor): Promise<Row> {
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
    await tellWrite(tx, row)
    const made = asRow(row)
    return settle(tx, made, await note(tx, made.id, valuesOf(made), { before: [], isWritten: true }))
  }

  async function write(tx: Transaction, before: Row, { input, isDraft, verb, ...saving }: Writing): Promise<Row> {
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    const values = {
      ...changedIn(before, {
        ...toRow(kind, input, isDraft),
        status: isDraft ? 'draft' : 'published',
        publishedAt: publishedAt ?? (isDraft ? null : now),
      }),
      version: before.version + 1,
      updatedAt: sql`now()`,
    }
    const next = asRow({ ...before, ...values })
    const marks = await note(tx, before.id, valuesOf(next), {
      before: standingOf(before),
      isWritten: isWritten(saving),
    })
    const translation = toldOf(next, marks)
    const [row] = await withSlug(tx, table, { ...slugWish(input), own: before }, (savepoint, slug) =>
      savepoint
        .update(table)
        .set({ ...values, translation, ...changedIn(before, { slug }) })
        .where(eq(table.id, before.id))
        .returning({
          slug: table.slug,
          status: columns.status,
          publishedAt: table.publishedAt,
          updatedAt: table.updatedAt,
        }),
    )
    const after = asRow({ ...next, translation, ...row, isLive: undefined, draft: null })
    if (before.draft) await dropDraft(tx, keyOf(before.id))
    await remember(tx, after, saving, before)
    await tellWrite(tx, after, before, verb)
    return after
  }

  /** Changes how a record stands, and none of its texts. */
  async function set(
    tx: Transaction,
    before: Row,
    change: Record<string, unknown>,
    { verb, ...saving }: Saving & { verb: RecordVerb },
  ): Promise<Row> {
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    await remember(tx, row, saving, before)
    await tellWrite(tx, row, before, verb)
    return settle(tx, asRow(row))
  }

  /** A draft beside what visitors go on seeing; a record that is a draft itself takes it. */
  async function keep(tx: Transaction, before: Row, input: RecordInput, saving: Saving): Promise<Row> {
    if (before.status === 'draft') return write(tx, before, { input, isDraft: true, verb: 'drafted', ...saving })
    const values = toValues(input, before)
    const draft = await addDraft(tx, keyOf(before.id), {
      values,
      saving,
      isBegun: before.draft !== null,
      origin: originOf(before),
      texts: { before: standingOf(before), after: recordTexts(kind, values) },
    })
    const after = { ...before, draft }
    tellRecord(tx, 'drafted', { before, after })
    return after
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

  return { lock, lockAny, insert, write, set, keep }
}

export type RecordWriting<K extends RecordKind> = ReturnType<typeof recordWriting<K>>

/** Columns that are written as they stand would still be indexed anew, and run the triggers that follow them. */
const changedIn = (before: Row, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !Bun.deepEquals(value, before[name])))

const told = ({ isAutosave = false, ...saving }: Saving) => ({
  ...saving,
  ...(isAutosave ? { autosave: 'joins' as const } : {}),
})
