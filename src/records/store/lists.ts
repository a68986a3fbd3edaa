import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import { defaultLanguage, type Language } from '#base/i18n/language'
import { categorySlug } from '#records/columns'
import { draftsOf } from '#records/drafts'
import { searchedNames } from '#records/fields'
import type { EditedPart, ListPart } from '#records/list-query'
import type { RecordKind, StatusFilter } from '#records/record'
import { asRow, type RecordRows, withMoment } from './rows'
import type { RecordTranslating } from './translating'

export type Options = {
  /** Of lists; the highest id first unless it says otherwise. */
  order?: SQL[]
}

/** What was asked for of a list, and how many rows there are to ask for. */
type Part<Row> = { rows: Row[]; total: number }

/** The lists of one kind of record, whole and in parts. */
export function recordLists<K extends RecordKind>(
  { kind, table, columns, summary, status, visible, toRecord }: RecordRows<K>,
  { translationsOf }: RecordTranslating<K>,
  { order = [desc(table.id)] }: Options,
) {
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  type EditedSummary = z.infer<K['editedSummary']>
  const column = (name: string): PgColumn | undefined => getTableColumns(table)[name]

  async function list(
    db: Database,
    { where, limit, offset = 0, ...part }: ListPart & { where?: SQL } = {},
  ): Promise<Summary[]> {
    const query = db
      .select(summary)
      .from(table)
      .where(and(visible, ofCategory(part), where))
      .orderBy(...order)
      .offset(offset)
      .$dynamic()
    const rows = await (limit === undefined ? query : query.limit(limit))
    return rows.map(withMoment) as Summary[]
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
  async function listPart(db: Database, part: ListPart): Promise<Part<Summary>> {
    const rows = await list(db, part)
    return { rows, total: await totalOf(db, part, rows, and(visible, ofCategory(part))) }
  }

  /** For editors, by how records stand. */
  async function listEdited(db: Database, filter: StatusFilter, part: EditedPart = {}): Promise<EditedSummary[]> {
    const { limit, offset = 0 } = part
    const query = db
      .select({ ...summary, trashedFrom: table.trashedFrom, translation: table.translation })
      .from(table)
      .where(scopeOf(filter, part))
      .orderBy(...orderOf(part))
      .offset(offset)
      .$dynamic()
    const rows = await (limit === undefined ? query : query.limit(limit))
    const drafts = await draftsOf(db, kind.name)
    const translations = await translationsOf(db, rows.map(asRow))
    return rows.map(({ trashedFrom, ...row }) => ({
      ...row,
      draft: drafts.get(String(asRow(row).id)) ?? null,
      translation: translations.get(asRow(row).id),
      ...(row.status === 'trashed' ? { trashedFrom } : {}),
    })) as unknown as EditedSummary[]
  }

  async function listEditedPart(db: Database, filter: StatusFilter, part: EditedPart): Promise<Part<EditedSummary>> {
    const rows = await listEdited(db, filter, part)
    return { rows, total: await totalOf(db, part, rows, scopeOf(filter, part)) }
  }

  /** Counted where the rows that were read do not tell it. */
  async function totalOf(db: Database, { limit, offset = 0 }: ListPart, rows: unknown[], where: SQL | undefined) {
    const isEnd = limit === undefined || rows.length < limit
    if (isEnd && (rows.length > 0 || offset === 0)) return offset + rows.length
    return db.$count(table, where)
  }

  const scopeOf = (filter: StatusFilter, part: EditedPart) =>
    and(filter === 'all' ? ne(table.status, 'trashed') : eq(status, filter), ofCategory(part), holding(part))

  function ofCategory({ category }: ListPart): SQL | undefined {
    const stored = column('category')
    return category === undefined || !stored ? undefined : sql`${categorySlug(stored)} = ${category}`
  }

  /** Texts stand in order whatever their case. */
  function orderOf({ sort = '' }: EditedPart): SQL[] {
    const name = sort.replace(/^-/, '')
    const stored = column(name)
    if (!stored) return order
    const by = stored.getSQLType() === 'text' ? sql`lower(${stored})` : stored
    return sort === name ? [sql`${by} asc nulls first`, asc(table.id)] : [sql`${by} desc nulls last`, desc(table.id)]
  }

  /** What holds each of the words: in one of its fields, in any language, or in its slug; whatever case and accents. */
  function holding({ q = '' }: EditedPart): SQL | undefined {
    const words = folded(q).split(/\s+/).filter(Boolean)
    if (words.length === 0) return undefined
    const names = searchedNames(kind.fields)
    const spanish = names.map((name) => sql`coalesce(${table.translations} #>> ${`{es,${name}}`}, '')`)
    const texts = sql.join([...names.flatMap((name) => column(name) ?? []), table.slug, ...spanish], sql` || ' ' || `)
    const text = sql`regexp_replace(normalize(lower(${texts}), NFD), '[\u0300-\u036f]', '', 'g')`
    return and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))
  }

  return { list, listWhole, listPart, listEdited, listEditedPart }
}

const folded = (text: string) =>
  text
    .replaceAll('\0', ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
