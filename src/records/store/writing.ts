import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { type Actor, tellMoves } from '#base/events'
import { href } from '#base/href'
import { conflict, notFound } from '#base/http-error'
import { languages } from '#base/i18n/language'
import { checkVersion, type Expected } from '#base/writes/versions'
import { dropDraft, findDraft, keepDraft } from '#records/drafts'
import type { RevisionKind } from '#records/history-contract'
import type { RecordInput, RecordKind } from '#records/record'
import { addRevision, newestVersion, type Values } from '#records/revisions'
import { withSlug } from '#records/slugs'
import { asRow, now, type RecordRows, type Row, toRow } from './rows'

type Writing = { input: RecordInput; isDraft: boolean; actor: Actor; kind: RevisionKind; restoredFrom?: number }
type Drafting = { values: Values; actor: Actor; kind: RevisionKind; restoredFrom?: number }

/** The steps that the writes of one kind are made of. Each belongs into the transaction of its write. */
export function recordWriting<K extends RecordKind>(rows: RecordRows<K>) {
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
    const before = asRow(row)
    checkVersion(before.version, expected, (await findDraft(tx, keyOf(id)))?.version)
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
    await remember(tx, row, 'created', actor)
    tellAddress(tx, row)
    return asRow(row)
  }

  async function write(
    tx: Database,
    before: Row,
    { input, isDraft, actor, kind: action, restoredFrom }: Writing,
  ): Promise<Row> {
    await beginHistory(tx, before)
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    const values = {
      ...toRow(input, isDraft),
      status: isDraft ? 'draft' : 'published',
      publishedAt: publishedAt ?? (isDraft ? null : now),
      version: before.version + 1,
      updatedAt: sql`now()`,
    }
    const [row] = await withSlug(tx, table, { ...slugWish(input), own: before.slug }, (savepoint, slug) =>
      savepoint
        .update(table)
        .set({ ...values, slug })
        .where(eq(table.id, before.id))
        .returning(columns),
    )
    await dropDraft(tx, keyOf(before.id))
    await remember(tx, row, action, actor, restoredFrom)
    tellAddress(tx, row, before)
    return asRow(row)
  }

  /** Changes how a record stands, and none of its texts. */
  async function set(
    tx: Database,
    before: Row,
    change: Record<string, unknown>,
    action: RevisionKind,
    actor: Actor,
  ): Promise<Row> {
    await beginHistory(tx, before)
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    tellAddress(tx, row, before)
    await remember(tx, row, action, actor)
    return asRow(row)
  }

  /** Beside what visitors go on seeing. */
  async function addDraft(
    tx: Database,
    before: Row,
    { values, actor, kind: action, restoredFrom }: Drafting,
  ): Promise<Row> {
    await beginHistory(tx, before)
    const version = await addRevision(tx, keyOf(before.id), { kind: action, values, actor, restoredFrom })
    await keepDraft(tx, keyOf(before.id), { version, values, actor })
    const [row] = await tx.select(columns).from(table).where(eq(table.id, before.id))
    return asRow(row)
  }

  /**
   * Whoever keeps old addresses alive hears of it with the event of the write. A record has one address in each
   * language that has its own.
   */
  function tellAddress(tx: Database, stored: unknown, before?: Row): void {
    const after = asRow(stored)
    const pathsOf = ({ slug }: Row) => languages.map((language) => href(kind.page, { slug }, language))
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

  async function remember(tx: Database, stored: unknown, action: RevisionKind, actor: Actor, restoredFrom?: number) {
    const row = asRow(stored)
    await addRevision(tx, keyOf(row.id), { kind: action, values: valuesOf(row), actor, restoredFrom })
  }

  /** What was stored before there was a history is its first version. */
  async function beginHistory(tx: Database, before: Row): Promise<void> {
    const key = keyOf(before.id)
    if ((await newestVersion(tx, key)) > 0) return
    await addRevision(tx, key, {
      kind: 'created',
      values: valuesOf(before),
      actor: { is: 'system' },
      savedAt: before.updatedAt,
    })
  }

  return { lock, lockAny, insert, write, set, addDraft }
}

export type RecordWriting<K extends RecordKind> = ReturnType<typeof recordWriting<K>>
