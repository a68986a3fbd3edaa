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
import type { SlugWish } from './slugs'
import {
  bodyAnswer,
  bodyToStore,
  bodyValues,
  cleanTranslations,
  translationsToStore,
} from '#records/kind/stored-content'
import { recordTexts, translationOf } from '#records/translation/translated-texts'
import type { Translation } from '#records/translation/translation-contract'
import { readMarks } from '#records/translation/translations'

/**
 * The columns that the table of every kind has; those of its fields have the fields' names. SEO fields are packed into
 * the content, or have a column of their own if there is none.
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
  /** Whether it is public, in a row that was locked for writing; its `status` is the stored one. */
  isLive?: boolean
  /** Its draft, in such a row. */
  draft?: Draft | null
} & Record<string, unknown>

/** Stored timestamps have milliseconds: a more precise now would be after the stored one. */
export const now = sql`date_trunc('milliseconds', now())`

export const asRow = (stored: unknown): Row => stored as Row

/** A row of a list, which says `noindex` only of records that have it. */
export const listedRow = ({ noindex, ...row }: Row): Row => (noindex === true ? { ...row, noindex } : row)

/** Rows without a date, stored by older releases, have been public since they were saved. */
export const withMoment = (row: object): object =>
  'publishedAt' in row && row.publishedAt === null && 'updatedAt' in row ? { ...row, publishedAt: row.updatedAt } : row

/** The stored translation state, if it is current and covers every language. */
export const settledTranslation = ({ translation, version }: Pick<Row, 'translation' | 'version'>) =>
  translation?.version === version && otherLanguages.every((language) => language in translation)
    ? byOtherLanguage((language) => translation[language])
    : undefined

/** SQL: the status of a record by its columns. */
const statusOf = ({ status, publishedAt }: Record<'status' | 'publishedAt', PgColumn>) =>
  sql<Status>`case when ${status} = 'published' and ${publishedAt} > now() then 'scheduled' else ${status} end`

/** The same for a row that was read: locked ones contain whether they are public. */
export const currentStatus = ({ status, isLive }: Pick<Row, 'status' | 'isLive'>): Status =>
  status === 'published' && isLive === false ? 'scheduled' : status

/** The same as a condition that matches the indexes. */
export function withStatus(
  { status, publishedAt }: Record<'status' | 'publishedAt', PgColumn>,
  filter: StatusFilter,
): SQL {
  if (filter === 'all') return sql`${status} <> 'trashed'`
  if (filter === 'published')
    return sql`(${status} = 'published' and (${publishedAt} is null or ${publishedAt} <= now()))`
  if (filter === 'scheduled') return sql`(${status} = 'published' and ${publishedAt} > now())`
  return sql`${status} = ${filter}`
}

/** The mapping of one kind's records to their table: columns, and conversions between rows and values. */
export function recordRows<K extends RecordKind>(kind: K, table: RecordTable) {
  const nested = nestedFields(kind.fields)
  const status = statusOf(table)

  /** The condition for public records, used by all public reads. */
  const visible = withStatus(table, 'published')

  const keyOf = (id: number): RecordKey => ({ kind: kind.name, recordId: String(id) })

  /** The values of a record, named as in a body. */
  function valuesOf(row: Row): Values {
    const fields = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, row[name]]))
    return {
      ...fields,
      slug: row.slug,
      ...bodyValues(kind, row),
      translations: row.translations,
    }
  }

  /** The values of a draft: cleaned like stored ones; absent fields are unchanged. */
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

  /** The columns of a kind have the names of its fields, so a row without its packed parts is a record. */
  function toRecord(stored: unknown): z.infer<K['written']> {
    const { trashedFrom: _from, translation: _translation, isLive: _isLive, draft: _draft, ...row } = asRow(stored)
    const name = `${kind.name} ${row.id}`
    return {
      ...cleanDeclared(nested, row),
      ...bodyAnswer(kind, row, name),
      status: currentStatus(asRow(stored)),
      translations: cleanNested(nested, cleanTranslations(row.translations, name), row),
    } as unknown as z.infer<K['written']>
  }

  /** A record for visitors. */
  const toPublic = (stored: unknown) =>
    withoutHiddenBlocks(nested, asRow(withMoment(toRecord(stored) as object))) as unknown as z.infer<K['record']>

  async function toEdited(db: Database, stored: unknown): Promise<z.infer<K['edited']>> {
    const row = asRow(stored)
    const draft = row.draft === undefined ? await findDraft(db, keyOf(row.id)) : row.draft
    const translation = settledTranslation(row) ?? translationOf(textsOf(row), await readMarks(db, keyOf(row.id)))
    return { ...(toRecord(row) as object), draft, translation } as unknown as z.infer<K['edited']>
  }

  /** The translatable texts of a record. */
  const textsOf = (row: Row) => recordTexts(kind, valuesOf(row))

  return {
    kind,
    table,
    /** With the derived `status` for editors. */
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

/** The columns of the input, without its slug, status and date. */
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
  mapTranslations(translations, (texts) => cleanDeclared(nested, { ...texts }, original))

const withoutHiddenBlocks = (nested: Fields, row: Row): Row =>
  asRow({
    ...withoutHidden(nested, row),
    translations: mapTranslations(row.translations, (texts) => withoutHidden(nested, { ...texts }, row)),
  })

/** The columns of lists. */
function listedColumns({ fields }: RecordKind, table: RecordTable) {
  const { trashedFrom: _, trashedAt: __, translation: ___, ...columns } = getTableColumns(table)
  const unlisted = ['content', 'metadata', ...namesOf(fields, ({ type }) => type === 'blocks')]
  const listed = Object.fromEntries(Object.entries(columns).filter(([name]) => !unlisted.includes(name)))
  const texts = otherLanguages
    .reduce<SQL>((rest, language) => listedTexts(rest, language, unlisted), sql`${table.translations}`)
    .mapWith(table.translations)
  const noindex = table.metadata
    ? sql`${table.metadata} ->> 'noindex' = 'true'`
    : sql`left(${table.content}, 100) ~ '^\s*\{' and ${table.content} like '%"noindex":true%'`
  return { ...listed, translations: texts, noindex: sql<boolean>`${noindex}` }
}

/** SQL: the translations without these texts of a language; of its SEO fields only `noindex` is listed. */
function listedTexts(translations: SQL, language: string, unlisted: readonly string[]): SQL {
  const rest = unlisted.reduce<SQL>((some, name) => sql`${some} #- ${`{${language},${name}}`}::text[]`, translations)
  const metadata = sql`${`{${language},metadata}`}::text[]`
  return sql`case when ${translations} #> ${metadata} ->> 'noindex' = 'true' then jsonb_set(${rest}, ${metadata}, '{"noindex": true}') else ${rest} end`
}
