import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { index, jsonb, type PgColumn, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import type { Translation } from '#records/translation/translation-contract'

/** The stored status of a record; a published one with a future date is scheduled. */
export const storedStatuses = ['draft', 'published', 'trashed'] as const
export type StoredStatus = (typeof storedStatuses)[number]

/** The columns for drafts, scheduling and trash in the table of every kind. */
export const lifeColumns = {
  status: text().$type<StoredStatus>().notNull().default('published'),
  /** When it is first public; null for a draft, and in rows of older releases, which were public at once. */
  publishedAt: moment(),
  trashedFrom: text().$type<StoredStatus>(),
  trashedAt: moment(),
  /** The translation state of this `version`; computed on reads if another process has stored a newer one since. */
  translation: jsonb().$type<{ version: number } & Translation>(),
}

/** SQL: the slug in another language if it differs; null otherwise. Used by an index. */
export const translatedSlug = (translations: SQLWrapper, language: OtherLanguage): SQL<string | null> =>
  sql`nullif(${translations} #>> ${path(language, 'slug')}, '')`

/** SQL: the last stored translation state in a language. Used by indexes. */
export const translationState = (translation: SQLWrapper, language: OtherLanguage): SQL<string | null> =>
  sql`(${translation} #>> ${path(language, 'state')})`

/** The names of these indexes; those of the first language are older than the support for several. */
const slugIndex = (table: string, language: OtherLanguage) => `${table}_${englishName(language)}_slug`
const translationIndex = (table: string, language: OtherLanguage) =>
  language === otherLanguages[0] ? `${table}_by_translation` : `${table}_by_${englishName(language)}_translation`

const englishName = (language: OtherLanguage) => languageName(language).toLowerCase().replaceAll(/\W+/g, '_')

/** Inlined as in the indexes: PostgreSQL would not use them with a parameter. */
const path = (language: OtherLanguage, name: string): SQL => sql.raw(`'{${language},${name}}'`)

type IndexColumns = Parameters<ReturnType<typeof index>['on']>

/** The indexes of a kind's table for its translations; `order` is that of its lists. */
export const translationIndexes = (
  name: string,
  table: Record<'translation' | 'translations' | 'status', PgColumn>,
  ...order: IndexColumns
) =>
  otherLanguages.flatMap((language) => [
    index(translationIndex(name, language)).on(
      translationState(table.translation, language),
      ...order,
      table.status,
      table.translation,
    ),
    uniqueIndex(slugIndex(name, language)).on(translatedSlug(table.translations, language)),
  ])
