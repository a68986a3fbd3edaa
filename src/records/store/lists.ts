import { and, inArray, type SQL, sql, asc, desc, eq, getTableColumns, or, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { CacheTags } from '#platform/cache/cache-tags'
import { inOrder, inBatches, longestWhole } from '#platform/long-list'
import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'
import type { ListPart, EditedPart } from '#records/api/queries'
import type { RecordKind, StatusFilter } from '#records/kind/record'
import { asRow, listedRow, type RecordRows, withMoment, withStatus, type RecordTable } from './rows'
import type { RecordTranslating } from './translations'
import { searchWords, allIds } from '#platform/db/sql'
import { draftsOf } from '#records/history/drafts'
import { recordTexts as texts } from '#records/table'
import type { CacheTag } from '#platform/events/events'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { translationState } from '#records/kind/columns'
import { categorySlug } from '#text/slugs/slug'

export type Options = {
  /** The order of lists; by default the highest id first. */
  order?: SQL[]
}

/** The lists of one kind of record, complete and in pages. */
export function recordLists<K extends RecordKind>(
  recordRows: RecordRows<K>,
  translating: RecordTranslating<K>,
  options: Options,
  untilNext: (db: Database) => Promise<number | null>,
) {
  const { kind, table, columns, summary, visible, toPublic } = recordRows
  const scopes = listScopes(table, options)
  const { order, ofCategory, withCategories } = scopes
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  const totalOf = cachedTotals(kind.name, untilNext)

  async function list(db: Database, { where, ...asked }: ListPart & { where?: SQL } = {}): Promise<Summary[]> {
    const part = await withCategories(db, asked)
    const scope = and(visible, ofCategory(part), where)
    return listOf(db, await idsOf(db, table, { scope, by: order }, part), scope)
  }

  /** The public summaries of these records. */
  async function listOf(db: Database, ids: readonly number[], scope: SQL | undefined): Promise<Summary[]> {
    const rows = await db
      .select(summary)
      .from(table)
      .where(and(inArray(table.id, [...ids]), scope))
    return inOrder(ids, rows.map(asRow)).map(listedRow).map(withMoment) as Summary[]
  }

  /** The first records that are written in a language, with their contents. */
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

  /** A part of the public list. */
  async function listPart(
    db: Database,
    cacheTags: CacheTags,
    asked: ListPart,
    { isCounted = true } = {},
  ): Promise<Part<Summary>> {
    const part = await withCategories(db, asked)
    const scope = and(visible, ofCategory(part))
    const ids = await idsOf(db, table, { scope, by: order }, part)
    const count = () => db.$count(table, scope)
    const total = isCounted ? await totalOf(db, cacheTags, { part, ids, name: 'visible' }, count) : undefined
    return { rows: await inParts(ids, (some) => listOf(db, some, scope)), total }
  }

  return { list, listWhole, listPart, ...editedLists(recordRows, translating, scopes, totalOf) }
}

/** The lists of one kind of record for editors, by status. */
function editedLists<K extends RecordKind>(
  rows: RecordRows<K>,
  { translationsOf }: RecordTranslating<K>,
  { scopeOf, narrowed, orderOf, withCategories }: ListScopes,
  totalOf: ReturnType<typeof cachedTotals>,
) {
  const { kind, table, summary } = rows
  type EditedSummary = z.infer<K['editedSummary']>
  const partHolding = recordsContaining(rows, { narrowed, orderOf })

  async function listEditedOf(db: Database, ids: readonly number[]): Promise<EditedSummary[]> {
    const stored = await db
      .select({ ...summary, trashedFrom: table.trashedFrom, translation: table.translation })
      .from(table)
      .where(inArray(table.id, [...ids]))
    const found = inOrder(ids, stored.map(asRow)).map(listedRow)
    const drafts = await draftsOf(db, kind.name, ids.map(String))
    const translations = await translationsOf(db, found)
    return found.map(({ trashedFrom, ...row }) => ({
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
    const { ids, total } = await editedIds(db, cacheTags, filter, await withCategories(db, part))
    return { rows: await inParts(ids, (some) => listEditedOf(db, some)), total }
  }

  /** Words are searched in a separate table. */
  async function editedIds(db: Database, cacheTags: CacheTags, filter: StatusFilter, part: EditedPart) {
    const words = searchWords(part.q ?? '')
    if (words.length > 0) return partHolding(db, words, filter, part)
    const scope = scopeOf(filter, part)
    const ids = await idsOf(db, table, { scope, by: orderOf(part) }, part)
    return { ids, total: await totalOf(db, cacheTags, { part, ids, name: filter }, () => db.$count(table, scope)) }
  }

  return { listEditedPart }
}

type ByTable = {
  /** Filters that need the records' own table. */
  narrowed: (part: EditedPart) => SQL | undefined
  orderOf: (part: EditedPart) => SQL[]
}

/** The records of one kind that contain words: in a field, in any language, or in their slug. */
function recordsContaining<K extends RecordKind>({ kind, table }: RecordRows<K>, { narrowed, orderOf }: ByTable) {
  const ofText = eq(table.id, texts.recordId)

  const scopeOf = (words: readonly string[], filter: StatusFilter, part: EditedPart) =>
    and(
      eq(texts.kind, kind.name),
      withStatus(texts, filter),
      part.id === undefined ? undefined : sql`${texts.recordId} = ${part.id}::bigint`,
      ...words.map((word) => sql`strpos(${texts.text}, ${word}) > 0`),
      narrowed(part),
    )

  /** The ids of a page in order, and the total number, in one scan of the texts. */
  async function partHolding(db: Database, words: readonly string[], filter: StatusFilter, part: EditedPart) {
    const { limit, offset = 0 } = part
    const [by, direction] = orderOfTexts(part) ?? [
      sql`row_number() over (order by ${sql.join(orderOf(part), sql`, `)})`,
      asc,
    ]
    const query = db
      .select({ id: sql<number>`${texts.recordId}`.as('id'), by: by.as('found_by') })
      .from(texts)
      .where(scopeOf(words, filter, part))
      .$dynamic()
    const isJoined = orderOfTexts(part) === undefined || narrowed(part) !== undefined
    const found = db.$with('found').as(isJoined ? query.innerJoin(table, ofText) : query)
    const ordered = db
      .with(found)
      .select({ id: found.id, total: sql<number>`(select count(*)::int from ${found})`.as('total') })
      .from(found)
      .orderBy(direction(found.by), direction(found.id))
      .$dynamic()
    if (limit === undefined) {
      const ids = await allIds(db, ordered)
      return { ids: ids.slice(offset), total: ids.length }
    }
    const rows = await ordered.limit(limit).offset(offset)
    const [counted] =
      rows.length > 0 || offset === 0
        ? rows
        : await db
            .with(found)
            .select({ total: sql<number>`count(*)::int` })
            .from(found)
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 }
  }

  return partHolding
}

/** The order and direction, if the texts table can provide them. A title is the first line of a text. */
function orderOfTexts({ sort = '' }: EditedPart): [by: SQL, direction: typeof asc] | undefined {
  const name = sort.replace(/^-/, '')
  const direction = sort === name ? asc : desc
  if (name === 'title') return [sql`split_part(${texts.text}, E'\\n', 1)`, direction]
  return name === 'publishedAt' ? [sql`${texts.publishedAt}`, direction] : undefined
}

/** The filters and sort orders of one kind's lists. */
function listScopes(table: RecordTable, { order = [desc(table.id)] }: Options) {
  const column = (name: string): PgColumn | undefined => getTableColumns(table)[name]

  const scopeOf = (filter: StatusFilter, part: EditedPart) =>
    and(
      withStatus(table, filter),
      part.id === undefined ? undefined : sql`${table.id} = ${part.id}::bigint`,
      narrowed(part),
    )

  const narrowed = (part: EditedPart) => and(ofCategory(part), ofTranslation(part))

  /** Rows without a stored state are settled by a job soon after they were stored. */
  const ofTranslation = ({ translation }: EditedPart) =>
    translation === undefined
      ? undefined
      : or(...otherLanguages.map((language) => eq(translationState(table.translation, language), translation)))

  function ofCategory({ category, categories = [] }: ListPart): SQL | undefined {
    const stored = column('category')
    if (category === undefined || !stored) return undefined
    return categories.length > 0 ? inArray(stored, categories) : sql`false`
  }

  /** Reads the names of the category whose slug a list was asked for. */
  async function withCategories<Asked extends ListPart>(db: Database, part: Asked): Promise<Asked> {
    const category = column('category')
    if (part.category === undefined || !category) return part
    return { ...part, categories: await categoriesCalled(db, { table, category }, part.category) }
  }

  /** Texts are sorted ignoring case; records without a date count as newer than all others. */
  function orderOf({ sort = '' }: EditedPart): SQL[] {
    const name = sort.replace(/^-/, '')
    const stored = column(name)
    if (!stored) return order
    const by = stored.getSQLType() === 'text' ? sql`lower(${stored})` : stored
    return sort === name ? [asc(by), asc(table.id)] : [desc(by), desc(table.id)]
  }

  return { order, scopeOf, narrowed, ofCategory, orderOf, withCategories }
}

type ListScopes = ReturnType<typeof listScopes>

/** A part of a list, in batches if it is long, and the total number of rows, if requested. */
type Part<Row> = { rows: Row[] | AsyncGenerator<Row[]>; total?: number }

/** Reads the ids of a page first, so that skipped and filtered rows are not unpacked. */
async function idsOf(
  db: Database,
  table: RecordTable,
  { scope, by }: { scope: SQL | undefined; by: SQL[] },
  { limit, offset = 0 }: ListPart,
): Promise<number[]> {
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

/** Read at once if they are few. */
async function inParts<Row>(ids: readonly number[], read: (some: readonly number[]) => Promise<Row[]>) {
  return ids.length > longestWhole ? inBatches(ids, read) : read(ids)
}

type Total = { stamp: string; until: number; total: number }

/** Milliseconds until the total changes by itself; null if it does not. */
type UntilNext = (db: Database) => Promise<number | null>

/** The part of a list that was read, and the name of the filter. */
type Read = { part: EditedPart; ids: readonly number[]; name: string }

/**
 * The total number of records in a list. Counted if it follows neither from the rows that were read nor from the cached
 * total of the whole list, which is recounted after every write, and when a scheduled time has passed.
 */
function cachedTotals(tag: CacheTag, untilNext: UntilNext) {
  const known = new WeakMap<CacheTags, Map<string, Total>>()

  async function totalOfWhole(db: Database, cacheTags: CacheTags, name: string, count: () => Promise<number>) {
    const totals = known.get(cacheTags) ?? new Map<string, Total>()
    known.set(cacheTags, totals)
    const stamp = cacheTags.stamp([tag])
    const last = totals.get(name)
    if (last?.stamp === stamp && last.until > performance.now()) return last.total
    const begun = performance.now()
    const left = await untilNext(db)
    const total = await count()
    totals.set(name, { stamp, total, until: left === null ? Number.POSITIVE_INFINITY : begun + left })
    return total
  }

  return async (
    db: Database,
    cacheTags: CacheTags,
    { part, ids, name }: Read,
    count: () => Promise<number>,
  ): Promise<number> => {
    const { limit, offset = 0, id, category, q, translation } = part
    const isEnd = limit === undefined || ids.length < limit
    if (isEnd && (ids.length > 0 || offset === 0)) return offset + ids.length
    const isWhole = id === undefined && category === undefined && !q && translation === undefined
    return isWhole ? totalOfWhole(db, cacheTags, name, count) : count()
  }
}

/** The categories with a slug: those that differ only in case, accents or punctuation share one. */
async function categoriesCalled(
  db: Database,
  from: { table: RecordTable; category: PgColumn },
  slug: string,
): Promise<string[]> {
  const wanted = slug.normalize('NFC')
  const names = await categoryNames(db, from)
  const called = names.filter((name) => categorySlug(name) === wanted)
  // Blocks and clients may have stored the former one.
  return called.length > 0 ? called : names.filter((name) => formerCategorySlug(name) === wanted)
}

/** The categories of some records, each once, found by a loose index scan. */
export async function categoryNames(
  db: Database,
  { table, category }: { table: RecordTable; category: PgColumn },
  where?: SQL,
): Promise<string[]> {
  const first = (after?: SQL) =>
    sql`select ${category} as name from ${table} where ${and(ne(category, ''), where, after)} order by 1 limit 1`
  const rows = await db.select({ name: sql<string>`name` }).from(
    sql`(with recursive found (name) as (
      (${first()}) union all select (${first(sql`${category} > found.name`)}) from found where found.name is not null
    ) select name from found where name is not null) as found`,
  )
  return rows.map(({ name }) => name)
}

/** The slug of a category before letters and signs such as `ß` and `C++` were spelled. */
export const formerCategorySlug = (category: string): string =>
  category
    // Which the database did not take for a blank.
    .replaceAll('\ufeff', '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
