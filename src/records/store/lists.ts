import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import { searchWords } from '#platform/db/contains-words'
import type { CacheTags } from '#platform/cache/cache-tags'
import { inBatches, inOrder, longestWhole } from '#platform/long-list'
import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'
import { categorySlug, translationState } from '#records/kind/columns'
import { draftsOf } from '#records/history/drafts'
import type { EditedPart, ListPart } from '#records/api/list-query'
import type { RecordKind, StatusFilter } from '#records/kind/record'
import { recordsContaining } from './text-filter'
import { allIds } from '#platform/db/all-ids'
import { asRow, type RecordRows, standing, withMoment } from './rows'
import { cachedTotals } from './totals'
import type { RecordTranslating } from './translation-state'

export type Options = {
  /** Of lists; the highest id first unless it says otherwise. */
  order?: SQL[]
}

/** What was asked for of a list, in batches where it is long, and how many rows there are to ask for, unless nobody asks. */
type Part<Row> = { rows: Row[] | AsyncGenerator<Row[]>; total?: number }

/** The lists of one kind of record, whole and in parts. */
export function recordLists<K extends RecordKind>(
  recordRows: RecordRows<K>,
  { translationsOf }: RecordTranslating<K>,
  options: Options,
  untilNext: (db: Database) => Promise<number | null>,
) {
  const { kind, table, columns, summary, visible, toPublic } = recordRows
  const { order = [desc(table.id)] } = options
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  type EditedSummary = z.infer<K['editedSummary']>
  const column = (name: string): PgColumn | undefined => getTableColumns(table)[name]
  const keptTotal = cachedTotals(kind.name, untilNext)
  const partHolding = recordsContaining(recordRows, { narrowed: (part) => narrowed(part), orderOf })

  async function list(db: Database, { where, ...part }: ListPart & { where?: SQL } = {}): Promise<Summary[]> {
    const scope = and(visible, ofCategory(part), where)
    return listOf(db, await idsOf(db, scope, order, part), scope)
  }

  /** What visitors see of these. */
  async function listOf(db: Database, ids: readonly number[], scope: SQL | undefined): Promise<Summary[]> {
    const rows = await db
      .select(summary)
      .from(table)
      .where(and(inArray(table.id, [...ids]), scope))
    return inOrder(ids, rows.map(asRow)).map(withMoment) as Summary[]
  }

  /** Which rows are in a part is read first: rows that are passed over or sorted out are not unpacked. */
  async function idsOf(db: Database, scope: SQL | undefined, by: SQL[], { limit, offset = 0 }: ListPart) {
    const query = db
      .select({ id: sql<number>`${table.id}`.as('id') })
      .from(table)
      .where(scope)
      .orderBy(...by)
      .$dynamic()
    return limit === undefined
      ? (await allIds(db, query)).slice(offset)
      : (await query.limit(limit).offset(offset)).map(({ id }) => id)
  }

  const editedIdsOf = (db: Database, filter: StatusFilter, part: EditedPart) =>
    idsOf(db, scopeOf(filter, part), orderOf(part), part)

  /** The first of the list that are written in a language, whole. */
  async function listWhole(db: Database, language: Language, limit: number): Promise<Stored[]> {
    const isWritten =
      language === defaultLanguage
        ? undefined
        : sql`btrim(coalesce(${table.translations} #>> ${`{${language},title}`}, '')) <> ''`
    const rows = await db
      .select(columns)
      .from(table)
      .where(and(visible, isWritten))
      .orderBy(...order)
      .limit(limit)
    return rows.map(toPublic)
  }

  /** As visitors ask for it. */
  async function listPart(
    db: Database,
    cacheTags: CacheTags,
    part: ListPart,
    { isCounted = true } = {},
  ): Promise<Part<Summary>> {
    const scope = and(visible, ofCategory(part))
    const ids = await idsOf(db, scope, order, part)
    const count = () => db.$count(table, scope)
    const total = isCounted ? await totalOf(db, cacheTags, part, ids, 'visible', count) : undefined
    return { rows: await inParts(ids, (some) => listOf(db, some, scope)), total }
  }

  /** For editors, by how records stand. */
  async function listEdited(db: Database, filter: StatusFilter, part: EditedPart = {}): Promise<EditedSummary[]> {
    const words = searchWords(part.q ?? '')
    const ids =
      words.length > 0 ? (await partHolding(db, words, filter, part)).ids : await editedIdsOf(db, filter, part)
    return listEditedOf(db, ids)
  }

  async function listEditedOf(db: Database, ids: readonly number[]): Promise<EditedSummary[]> {
    const stored = await db
      .select({ ...summary, trashedFrom: table.trashedFrom, translation: table.translation })
      .from(table)
      .where(inArray(table.id, [...ids]))
    const rows = inOrder(ids, stored.map(asRow))
    const drafts = await draftsOf(db, kind.name, ids.map(String))
    const translations = await translationsOf(db, rows)
    return rows.map(({ trashedFrom, ...row }) => ({
      ...row,
      draft: drafts.get(String(row.id)) ?? null,
      translation: translations.get(row.id),
      ...(row.status === 'trashed' ? { trashedFrom } : {}),
    })) as unknown as EditedSummary[]
  }

  async function listEditedPart(
    db: Database,
    cacheTags: CacheTags,
    filter: StatusFilter,
    part: EditedPart,
  ): Promise<Part<EditedSummary>> {
    const { ids, total } = await editedIds(db, cacheTags, filter, part)
    return { rows: await inParts(ids, (some) => listEditedOf(db, some)), total }
  }

  /** Words are looked up beside the table. */
  async function editedIds(db: Database, cacheTags: CacheTags, filter: StatusFilter, part: EditedPart) {
    const words = searchWords(part.q ?? '')
    if (words.length > 0) return partHolding(db, words, filter, part)
    const ids = await editedIdsOf(db, filter, part)
    return {
      ids,
      total: await totalOf(db, cacheTags, part, ids, filter, () => db.$count(table, scopeOf(filter, part))),
    }
  }

  /** Whole where they are few. */
  async function inParts<Row>(ids: readonly number[], read: (some: readonly number[]) => Promise<Row[]>) {
    return ids.length > longestWhole ? inBatches(ids, read) : read(ids)
  }

  /** Counted where the rows that were read do not tell it, and it is not known of the whole list. */
  async function totalOf(
    db: Database,
    cacheTags: CacheTags,
    part: EditedPart,
    ids: readonly number[],
    name: string,
    count: () => Promise<number>,
  ) {
    const { limit, offset = 0, id, category, q, translation } = part
    const isEnd = limit === undefined || ids.length < limit
    if (isEnd && (ids.length > 0 || offset === 0)) return offset + ids.length
    const isWhole = id === undefined && category === undefined && !q && translation === undefined
    return isWhole ? keptTotal(db, cacheTags, name, count) : count()
  }

  const scopeOf = (filter: StatusFilter, part: EditedPart) =>
    and(
      standing(table, filter),
      part.id === undefined ? undefined : sql`${table.id} = ${part.id}::bigint`,
      narrowed(part),
    )

  const narrowed = (part: EditedPart) => and(ofCategory(part), ofTranslation(part))

  /** What nobody has told of yet is settled soon after it was stored. */
  const ofTranslation = ({ translation }: EditedPart) =>
    translation === undefined
      ? undefined
      : or(...otherLanguages.map((language) => eq(translationState(table.translation, language), translation)))

  function ofCategory({ category }: ListPart): SQL | undefined {
    const stored = column('category')
    return category === undefined || !stored ? undefined : sql`${categorySlug(stored)} = ${category}`
  }

  /** Texts stand in order whatever their case; what has no date yet is newer than all that has one. */
  function orderOf({ sort = '' }: EditedPart): SQL[] {
    const name = sort.replace(/^-/, '')
    const stored = column(name)
    if (!stored) return order
    const by = stored.getSQLType() === 'text' ? sql`lower(${stored})` : stored
    return sort === name ? [asc(by), asc(table.id)] : [desc(by), desc(table.id)]
  }

  return { list, listWhole, listPart, listEdited, listEditedPart }
}
