import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { StoredStatus } from '#records/kind/columns'
import { type Fields, namesOf, nestedFields } from '#records/kind/fields'
import { cleanDeclared, withoutHidden } from '#records/kind/nested-texts'
import { byOtherLanguage, mapTranslations, type Translations } from '#i18n/by-language'
import { otherLanguages } from '#i18n/language'
import { findDraft } from '#records/history/drafts'
import type { Draft } from '#records/history/history-contract'
import type { RecordInput, RecordKind, Status, StatusFilter } from '#records/kind/record'
import type { RecordKey, Values } from '#records/history/revisions'
import type { SlugWish } from '#records/slugs'
import { bodyAnswer, bodyToStore, bodyValues } from '#records/kind/stored-body'
import { cleanTranslations, translationsToStore } from '#records/kind/stored-content'
import { recordTexts, translationOf } from '#records/translation/translated-texts'
import type { Translation } from '#records/translation/translation-contract'
import { readMarks } from '#records/translation/translations'

/**
 * The columns that the table of every kind has; those of its fields bear the fields' names. SEO fields are packed with
 * the content, or have a column of their own where there is none.
 */
export type RecordTable = PgTable &
  Record<
    | 'id'
    | 'slug'
    | 'title'
    | 'translations'
    | 'status'
    | 'publishedAt'
    | 'trashedFrom'
    | 'trashedAt'
    | 'translation'
    | 'updatedAt'
    | 'version',
    PgColumn
  > &
  Partial<Record<'content' | 'metadata', PgColumn>>

export type Row = {
  id: number
  slug: string
  content?: string
  metadata?: unknown
  translations: Translations<{ title?: string; content?: string; slug?: string }>
  status: StoredStatus
  publishedAt: string | null
  trashedFrom: StoredStatus | null
  translation: ({ version: number } & Translation) | null
  updatedAt: string
  version: number
  /** Whether visitors see it, in a row that was locked to be written; its `status` is as it is stored. */
  isLive?: boolean
  /** The draft beside it, in such a row. */
  draft?: Draft | null
} & Record<string, unknown>

/** Stored moments have milliseconds: a finer now would lie before the moment that it is stored as. */
export const now = sql`date_trunc('milliseconds', now())`

export const asRow = (stored: unknown): Row => stored as Row

/** Rows of before this was told, and of an older version of the site, have been seen since they were saved. */
export const withMoment = (row: object): object =>
  'publishedAt' in row && row.publishedAt === null && 'updatedAt' in row ? { ...row, publishedAt: row.updatedAt } : row

/** How far a record is translated, where whoever stored it last has told that of every language. */
export const settledTranslation = ({ translation, version }: Pick<Row, 'translation' | 'version'>) =>
  translation?.version === version && otherLanguages.every((language) => language in translation)
    ? byOtherLanguage((language) => translation[language])
    : undefined

/** How a record stands, by what is stored of that. */
export const statusOf = ({ status, publishedAt }: Record<'status' | 'publishedAt', PgColumn>) =>
  sql<Status>`case when ${status} = 'published' and ${publishedAt} > now() then 'scheduled' else ${status} end`

/** The same of a row that was read: those that were locked say beside it whether visitors see them. */
export const standsAs = ({ status, isLive }: Pick<Row, 'status' | 'isLive'>): Status =>
  status === 'published' && isLive === false ? 'scheduled' : status

/** The same as a condition, in the terms of the indexes. */
export function standing(
  { status, publishedAt }: Record<'status' | 'publishedAt', PgColumn>,
  filter: StatusFilter,
): SQL {
  if (filter === 'all') return sql`${status} <> 'trashed'`
  if (filter === 'published')
    return sql`(${status} = 'published' and (${publishedAt} is null or ${publishedAt} <= now()))`
  if (filter === 'scheduled') return sql`(${status} = 'published' and ${publishedAt} > now())`
  return sql`${status} = ${filter}`
}

/** How the records of one kind lie in their table: what is read of it, and what rows and values are to each other. */
export function recordRows<K extends RecordKind>(kind: K, table: RecordTable) {
  const nested = nestedFields(kind.fields)
  const status = statusOf(table)

  /** What visitors see: the one scope of all their reads. */
  const visible = standing(table, 'published')

  const keyOf = (id: number): RecordKey => ({ kind: kind.name, recordId: String(id) })

  /** The values of a record, as a body names them. */
  function valuesOf(row: Row): Values {
    const fields = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, row[name]]))
    return {
      ...fields,
      slug: row.slug,
      ...bodyValues(kind, row),
      translations: row.translations,
    }
  }

  /** The values of a draft: cleaned as what is stored, and what the body leaves out stays as it is. */
  function toValues(input: RecordInput, before: Row): Values {
    const row = toRow(kind, input, true)
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    return valuesOf(asRow({ ...before, ...row, publishedAt, slug: input.slug }))
  }

  const slugWish = ({ slug, title, translations }: RecordInput): SlugWish => ({
    typed: slug,
    translated: mapTranslations(translations ?? {}, ({ slug: typedThere }) => typedThere),
    title,
    fallback: kind.name,
    reserved: kind.reservedSlugs,
  })

  /** The columns of a kind bear the names of its fields, so a row without its packed parts is a record. */
  function toRecord(stored: unknown): z.infer<K['written']> {
    const { trashedFrom: _from, translation: _translation, isLive: _isLive, draft: _draft, ...row } = asRow(stored)
    const name = `${kind.name} ${row.id}`
    return {
      ...cleanDeclared(nested, row),
      ...bodyAnswer(kind, row, name),
      status: standsAs(asRow(stored)),
      translations: cleanNested(nested, cleanTranslations(row.translations, name), row),
    } as unknown as z.infer<K['written']>
  }

  /** As visitors read it. */
  const toPublic = (stored: unknown) =>
    withoutHiddenBlocks(nested, asRow(withMoment(toRecord(stored) as object))) as unknown as z.infer<K['record']>

  async function toEdited(db: Database, stored: unknown): Promise<z.infer<K['edited']>> {
    const row = asRow(stored)
    const draft = row.draft === undefined ? await findDraft(db, keyOf(row.id)) : row.draft
    const translation = settledTranslation(row) ?? translationOf(textsOf(row), await readMarks(db, keyOf(row.id)))
    return { ...(toRecord(row) as object), draft, translation } as unknown as z.infer<K['edited']>
  }

  /** What of a record can be translated. */
  const textsOf = (row: Row) => recordTexts(kind, valuesOf(row))

  return {
    kind,
    table,
    /** With `status` as editors are told it. */
    columns: { ...getTableColumns(table), status },
    summary: { ...listedColumns(kind, table), status },
    status,
    visible,
    keyOf,
    valuesOf,
    textsOf,
    toValues,
    slugWish,
    toRecord,
    toPublic,
    toEdited,
  }
}

export type RecordRows<K extends RecordKind> = ReturnType<typeof recordRows<K>>

/** The columns that hold the input, but for its slug, its status and its moment. */
export function toRow(kind: Pick<RecordKind, 'fields'>, input: RecordInput, isDraft: boolean) {
  const { translations } = input
  const nested = nestedFields(kind.fields)
  const own = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined && !['metadata', 'translations', 'status', 'publishedAt', 'slug'].includes(name),
  )
  return {
    ...cleanDeclared(nested, Object.fromEntries(own)),
    ...bodyToStore(kind, input, isDraft),
    ...(translations ? { translations: cleanNested(nested, translationsToStore(translations), { ...input }) } : {}),
  }
}

const cleanNested = (nested: Fields, translations: Translations<Values>, original: Values) =>
  mapTranslations(translations, (said) => cleanDeclared(nested, { ...said }, original))

const withoutHiddenBlocks = (nested: Fields, row: Row): Row =>
  asRow({
    ...withoutHidden(nested, row),
    translations: mapTranslations(row.translations, (said) => withoutHidden(nested, { ...said }, row)),
  })

/** What lists hold. */
function listedColumns({ fields }: RecordKind, table: RecordTable) {
  const { trashedFrom: _, trashedAt: __, translation: ___, ...columns } = getTableColumns(table)
  const unlisted = ['content', 'metadata', ...namesOf(fields, ({ type }) => type === 'blocks')]
  const listed = Object.fromEntries(Object.entries(columns).filter(([name]) => !unlisted.includes(name)))
  const texts = otherLanguages
    .flatMap((language) => unlisted.map((name) => `{${language},${name}}`))
    .reduce<SQL>((rest, path) => sql`${rest} #- ${path}::text[]`, sql`${table.translations}`)
    .mapWith(table.translations)
  return { ...listed, translations: texts }
}
