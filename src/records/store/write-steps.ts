import { eq, sql } from 'drizzle-orm'
import type { Actor, RecordVerb, Transaction } from '#platform/events/events'
import { dropDraft } from '#records/history/drafts'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { withSlug } from '#records/slugs'
import { recordTexts } from '#records/translation/translated-texts'
import { addDraft, isWritten, type Saving } from './drafts'
import { asRow, now, type RecordRows, type Row, toRow } from './rows'
import type { RecordEvents } from './record-events'
import type { RecordTranslating } from './translation-state'
import type { RecordHistory } from './record-history'

/** `verb`: the event, if it does not follow from the status before and after. */
type Writing = Saving & { input: RecordInput; isDraft: boolean; verb?: RecordVerb }

/** The steps of one kind's writes. Each runs in the transaction of its write. */
export function recordWriting<K extends RecordKind>(
  rows: RecordRows<K>,
  { textsBefore, note, translationAt, settle }: RecordTranslating<K>,
  { emitRecord, emitWrite }: RecordEvents,
  { remember, originOf }: RecordHistory,
) {
  const { kind, table, columns, keyOf, valuesOf, toValues, slugWish } = rows

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
    await emitWrite(tx, row)
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

  return { insert, write, keep }
}

export type RecordWriting<K extends RecordKind> = ReturnType<typeof recordWriting<K>>

/** Writing unchanged columns would update their indexes, and run their triggers. */
const changedIn = (before: Row, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !Bun.deepEquals(value, before[name])))
