import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import { askedWords } from '#base/db/holds-words'
import type { Freshness } from '#base/freshness'
import { defaultLanguage, type Language } from '#base/i18n/language'
import { categorySlug } from '#records/columns'
import { draftsOf } from '#records/drafts'
import type { EditedPart, ListPart } from '#records/list-query'
import type { RecordKind, StatusFilter } from '#records/record'
import { recordsHolding } from './holding'
import { asRow, type RecordRows, withMoment } from './rows'
import { keptTotals } from './totals'
import type { RecordTranslating } from './translating'

export type Options = {
  /** Of lists; the highest id first unless it says otherwise. */
  order?: SQL[]
}

/** What was asked for of a list, and how many rows there are to ask for. */
type Part<Row> = { rows: Row[]; total: number }

/** The lists of one kind of record, whole and in parts. */
export function recordLists<K extends RecordKind>(
  recordRows: RecordRows<K>,
  { translationsOf }: RecordTranslating<K>,
  options: Options,
  untilNext: (db: Database) => Promise<number | null>,
) {
  const { kind, table, columns, summary, status, visible, toRecord } = recordRows
  const { order = [desc(table.id)] } = options
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  type EditedSummary = z.infer<K['editedSummary']>
  const column = (name: string): PgColumn | undefined => getTableColumns(table)[name]
  const keptTotal = keptTotals(kind.name, untilNext)
  const { idsHolding, countHolding } = recordsHolding(recordRows, { narrowed: (part) => narrowed(part), orderOf })

  async function list(
    db: Database,
    { where, limit, offset = 0, ...part }: ListPart & { where?: SQL } = {},
  ): Promise<Summary[]> {
    const scope = and(visible, ofCategory(part), where)
    const rows = await db
      .select(summary)
      .from(table)
      .where(await partOf(db, scope, order, { limit, offset }))
      .orderBy(...order)
    return rows.map(withMoment) as Summary[]
  }

  /** Which rows are in a part is read first: rows that are passed over or sorted out are not unpacked. */
  async function partOf(db: Database, scope: SQL | undefined, by: SQL[], { limit, offset }: ListPart) {
    if (limit === undefined && !offset) return scope
    const query = db
      .select({ id: table.id })
      .from(table)
      .where(scope)
      .orderBy(...by)
      .offset(offset ?? 0)
      .$dynamic()
    const ids = await (limit === undefined ? query : query.limit(limit))
    return and(
      inArray(
        table.id,
        ids.map(({ id }) => id),
      ),
      scope,
    )
  }

  /** The same for editors; words are looked up beside the table. */
  async function editedPartOf(db: Database, filter: StatusFilter, part: EditedPart) {
    const words = askedWords(part.q ?? '')
    return words.length > 0
      ? inArray(table.id, await idsHolding(db, words, filter, part))
      : partOf(db, scopeOf(filter, part), orderOf(part), part)
  }

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
    return rows.map((row) => withMoment(toRecord(row) as object)) as Stored[]
  }

  /** As visitors ask for it. */
  async function listPart(db: Database, freshness: Freshness, part: ListPart): Promise<Part<Summary>> {
    const rows = await list(db, part)
    const count = () => db.$count(table, and(visible, ofCategory(part)))
    return { rows, total: await totalOf(db, freshness, part, rows, 'visible', count) }
  }

  /** For editors, by how records stand. */
  async function listEdited(db: Database, filter: StatusFilter, part: EditedPart = {}): Promise<EditedSummary[]> {
    const rows = await db
      .select({ ...summary, trashedFrom: table.trashedFrom, translation: table.translation })
      .from(table)
      .where(await editedPartOf(db, filter, part))
      .orderBy(...orderOf(part))
    const ids = rows.map((row) => String(asRow(row).id))
    const drafts = await draftsOf(db, kind.name, part.limit === undefined ? undefined : ids)
    const translations = await translationsOf(db, rows.map(asRow))
    return rows.map(({ trashedFrom, ...row }) => ({
      ...row,
      draft: drafts.get(String(asRow(row).id)) ?? null,
      translation: translations.get(asRow(row).id),
      ...(row.status === 'trashed' ? { trashedFrom } : {}),
    })) as unknown as EditedSummary[]
  }

  async function listEditedPart(
    db: Database,
    freshness: Freshness,
    filter: StatusFilter,
    part: EditedPart,
  ): Promise<Part<EditedSummary>> {
    const rows = await listEdited(db, filter, part)
    const words = askedWords(part.q ?? '')
    const count = () =>
      words.length > 0 ? countHolding(db, words, filter, part) : db.$count(table, scopeOf(filter, part))
    return { rows, total: await totalOf(db, freshness, part, rows, filter, count) }
  }

  /** Counted where the rows that were read do not tell it, and it is not known of the whole list. */
  async function totalOf(
    db: Database,
    freshness: Freshness,
    part: EditedPart,
    rows: unknown[],
    name: string,
    count: () => Promise<number>,
  ) {
    const { limit, offset = 0, id, category, q, translation } = part
    const isEnd = limit === undefined || rows.length < limit
    if (isEnd && (rows.length > 0 || offset === 0)) return offset + rows.length
    const isWhole = id === undefined && category === undefined && !q && translation === undefined
    return isWhole ? keptTotal(db, freshness, name, count) : count()
  }

  const scopeOf = (filter: StatusFilter, part: EditedPart) =>
    and(
      filter === 'all' ? ne(table.status, 'trashed') : eq(status, filter),
      part.id === undefined ? undefined : sql`${table.id} = ${part.id}::bigint`,
      narrowed(part),
    )

  const narrowed = (part: EditedPart) => and(ofCategory(part), ofTranslation(part))

  /** What nobody has told of yet is settled soon after it was stored. */
  const ofTranslation = ({ translation }: EditedPart) =>
    translation === undefined ? undefined : sql`${table.translation} #>> '{es,state}' = ${translation}`

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
