import type { z } from 'zod'
import type { Actor, Transaction, RecordVerb } from '#platform/events/events'
import { invalid, conflict, notFound } from '#contract/http-error'
import { type Expected, checkVersion } from '#platform/writes/commit'
import { hintFaults, withoutHints } from '#records/hints/hints'
import type { RecordBody, RecordKind, RecordInput } from '#records/kind/record'
import { type RecordRows, asRow, now, type Row, toRow } from './rows'
import { eq, sql, getTableColumns, and } from 'drizzle-orm'
import { dropDraft, addDraft, isWritten, type Saving, type Target, findDraft } from '#records/history/drafts'
import { withSlug } from './slugs'
import { recordTexts } from '#records/translation/translated-texts'
import type { RecordEvents } from './events'
import type { RecordTranslating } from './translations'
import type { Database } from '#platform/db/database'
import { addRevision, type Origin, dropRevisions, type Values } from '#records/history/revisions'
import { schemaIssues } from '#platform/http/issues'
import { dropTranslations } from '#records/translation/translations'

/** What is published: hints that nobody has changed are left out. Throws 422 where a required text is one. */
function publishable({ fields }: RecordKind, { input, faults }: RecordBody): RecordBody['input'] {
  const all = faults.length > 0 ? faults : hintFaults(fields, input)
  if (all.length > 0) throw invalid([...all])
  return withoutHints(fields, input)
}

/** Moves records of one kind to the trash, restores and deletes them. */
export function recordTrash<K extends RecordKind>(
  { kind, table, columns, keyOf, valuesOf, toEdited }: RecordRows<K>,
  { lock, lockAny, remember }: RecordHistory,
  { settle }: RecordTranslating<K>,
  { emitRecord, emitWrite, unschedule }: RecordEvents,
) {
  type Edited = z.infer<K['edited']>

  /** Moves a record to the trash. Throws 409 if it is there already. */
  async function trash(tx: Transaction, { id, expected, actor }: Target<number>): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const change = { status: 'trashed', trashedFrom: before.status, trashedAt: now }
    return set(tx, before, change, { kind: 'trashed', verb: 'trashed', actor })
  }

  /** Restores a record from the trash: as a draft, or as `wanted`. Throws 409 if it is not there. */
  async function untrash(
    tx: Transaction,
    { id, expected, actor }: Target<number>,
    wanted: 'draft' | 'published',
  ): Promise<Edited> {
    const before = await lockAny(tx, id, expected)
    if (before.status !== 'trashed') throw conflict('errors.notTrashed')
    if (wanted === 'published') checkStored(kind, valuesOf(before))
    const publishedAt = wanted === 'published' ? (before.publishedAt ?? now) : before.publishedAt
    const change = { status: wanted, publishedAt, trashedFrom: null, trashedAt: null }
    return set(tx, before, change, { kind: 'restored', verb: 'restored', actor })
  }

  /** Changes only the status of a record, not its texts. */
  async function set(
    tx: Transaction,
    before: Row,
    change: Record<string, unknown>,
    { verb, ...saving }: Saving & { verb: RecordVerb },
  ): Promise<Edited> {
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    await remember(tx, row, saving, before)
    await emitWrite(tx, row, before, verb)
    return toEdited(tx, await settle(tx, asRow(row)))
  }

  /** Deletes a record permanently, with its history. Throws 404 and 412. */
  async function remove(
    tx: Transaction,
    { id, expected }: Omit<Target<number>, 'actor'>,
  ): Promise<{ id: number; title: string }> {
    const row = await lockAny(tx, id, expected)
    await tx.delete(table).where(eq(table.id, id))
    await forget(tx, id)
    emitRecord(tx, 'deleted', { before: row })
    return { id, title: String(row.title) }
  }

  /** Permanently deletes records that have been in the trash for more than a month. */
  async function emptyTrash(tx: Transaction): Promise<void> {
    const gone = await tx
      .delete(table)
      .where(and(eq(table.status, 'trashed'), sql`${table.trashedAt} < now() - interval '30 days'`))
      .returning(columns)
    for (const row of gone.map(asRow)) {
      await forget(tx, row.id)
      emitRecord(tx, 'deleted', { before: row }, [])
    }
  }

  async function forget(tx: Transaction, id: number): Promise<void> {
    await dropDraft(tx, keyOf(id))
    await dropRevisions(tx, keyOf(id))
    await dropTranslations(tx, keyOf(id))
    await unschedule(tx, id)
  }

  return { trash, untrash, remove, emptyTrash }
}

function checkStored({ input, fields }: RecordKind, values: Values): void {
  const { success, error } = input.safeParse(values)
  if (!success) throw invalid(schemaIssues(error))
  const faults = hintFaults(fields, values)
  if (faults.length > 0) throw invalid(faults)
}

/** `verb`: the event, if it does not follow from the status before and after. */
type Writing = Saving & { input: RecordInput; isDraft: boolean; verb?: RecordVerb }

/** Creates and updates the records of one kind. */
export function recordWrites<K extends RecordKind>(
  { kind, table, columns, keyOf, valuesOf, toValues, toRecord, slugWish }: RecordRows<K>,
  { lock, remember, originOf }: RecordHistory,
  { textsBefore, note, translationAt, settle }: RecordTranslating<K>,
  { emitRecord, emitWrite }: RecordEvents,
) {
  type Written = z.infer<K['written']>

  /** Throws 409 for a slug that is taken, 422 for a record that cannot be published. */
  async function create(tx: Transaction, body: RecordBody, actor: Actor): Promise<Written> {
    const isDraft = body.input.status === 'draft'
    const input = isDraft ? body.input : publishable(kind, body)
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
    await emitWrite(tx, row)
    const made = asRow(row)
    const marks = await note(tx, made.id, valuesOf(made), { before: [], isWritten: true })
    return toRecord(await settle(tx, made, marks))
  }

  /**
   * Absent translations and an absent publishing date are unchanged. Publishes the input and deletes a draft. Throws
   * 404, 409, 412 and 422.
   */
  async function update(tx: Transaction, { id, expected, actor }: Target<number>, body: RecordBody): Promise<Written> {
    const before = await lock(tx, id, expected)
    const isDraft = (body.input.status ?? before.status) === 'draft'
    const row = await write(tx, before, {
      input: isDraft ? body.input : publishable(kind, body),
      isDraft,
      actor,
      kind: isDraft ? (before.status === 'draft' ? 'draft' : 'unpublished') : 'published',
    })
    return toRecord(row)
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
      before: textsBefore(before),
      isWritten: isWritten(saving),
    })
    const translation = translationAt(next, marks)
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
    await emitWrite(tx, after, before, verb)
    return after
  }

  /** Saves a draft beside the published version; a record that is itself a draft is updated. */
  async function keep(tx: Transaction, before: Row, input: RecordInput, saving: Saving): Promise<Row> {
    if (before.status === 'draft') return write(tx, before, { input, isDraft: true, verb: 'drafted', ...saving })
    const values = toValues(input, before)
    const draft = await addDraft(tx, keyOf(before.id), {
      values,
      saving,
      isBegun: before.draft !== null,
      origin: originOf(before),
      texts: { before: textsBefore(before), after: recordTexts(kind, values) },
    })
    const after = { ...before, draft }
    emitRecord(tx, 'drafted', { before, after })
    return after
  }

  return { create, update, keep }
}

/** Writing unchanged columns would update their indexes, and run their triggers. */
const changedIn = (before: Row, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !Bun.deepEquals(value, before[name])))

/**
 * The versions of one kind's records: a write checks the version it is based on, and adds the next one to the history.
 */
export function recordHistory<K extends RecordKind>({ kind, table, visible, keyOf, valuesOf }: RecordRows<K>) {
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

  async function remember(tx: Database, stored: unknown, saving: Saving, before?: Row) {
    const row = asRow(stored)
    await addRevision(tx, keyOf(row.id), {
      ...versionOptions(saving),
      values: valuesOf(row),
      before: before && originOf(before),
    })
  }

  /** A record stored before there was a history becomes its first version. */
  const originOf = (before: Row) => (): Origin => ({ values: valuesOf(before), savedAt: before.updatedAt })

  return { lock, lockAny, remember, originOf }
}

export type RecordHistory = ReturnType<typeof recordHistory>

const versionOptions = ({ isAutosave = false, ...saving }: Saving) => ({
  ...saving,
  ...(isAutosave ? { autosave: 'joins' as const } : {}),
})
