import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { jsonb, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import type { Translation } from '#records/translation/translation-contract'

/** How a record stands, as it is stored; one that is published and whose time has not come is scheduled. */
export type StoredStatus = 'draft' | 'published' | 'trashed'

/** What the table of every kind has so that its records can be drafts, scheduled and thrown away. */
export const lifeColumns = {
  status: text().$type<StoredStatus>().notNull().default('published'),
  /** When visitors see it first; null in a draft, and in rows of before: at once. */
  publishedAt: moment(),
  trashedFrom: text().$type<StoredStatus>(),
  trashedAt: moment(),
  /** How far the record of that `version` is translated; what another process stored since is worked out when it is read. */
  translation: jsonb().$type<{ version: number } & Translation>(),
}

/** `slugify` in SQL, of a category: lists of one are found through an index on it. */
export const categorySlug = (category: SQLWrapper): SQL<string> =>
  sql`btrim(regexp_replace(regexp_replace(replace(regexp_replace(lower(normalize(${category}, NFKD)), '[[:space:]]+', '-', 'g'), '&', '-and-'), '[^a-z0-9_-]+', '', 'g'), '-{2,}', '-', 'g'), '-')`

/** What a record is called in another language where that is another name; null elsewhere. An index goes by it. */
export const translatedSlug = (translations: SQLWrapper, language: OtherLanguage): SQL<string | null> =>
  sql`nullif(${translations} #>> ${path(language, 'slug')}, '')`

/** How far a record is translated into a language, as it was told last. Indexes go by it. */
export const translationState = (translation: SQLWrapper, language: OtherLanguage): SQL<string | null> =>
  sql`(${translation} #>> ${path(language, 'state')})`

/** What their indexes are called, after the table; those of the first language were there before there were others. */
export const slugIndex = (table: string, language: OtherLanguage) => `${table}_${englishName(language)}_slug`
export const translationIndex = (table: string, language: OtherLanguage) =>
  language === otherLanguages[0] ? `${table}_by_translation` : `${table}_by_${englishName(language)}_translation`

const englishName = (language: OtherLanguage) => languageName(language).toLowerCase().replaceAll(/\W+/g, '_')

/** Written out, as in the indexes: they would not be used beside a parameter. */
const path = (language: OtherLanguage, name: string): SQL => sql.raw(`'{${language},${name}}'`)
