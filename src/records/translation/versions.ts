import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import type { Called, RecordPath } from '#i18n/addresses/routing'
import type { Versions, Written } from '#i18n/addresses/versions'
import { versionsOf } from '#i18n/addresses/versions-of'
import type { SeoMetadata } from '#records/kind/seo-metadata'
import { isTranslated, slugIn, type Translatable } from './localize'

type Addressed = Translatable & Called
type Described = { metadata: SeoMetadata; translations: Partial<Record<Language, { metadata?: SeoMetadata }>> }

/** The title in each language; empty if there is none. */
export const titlesOf = ({ title, translations }: Translatable & { title: string }): Record<Language, string> =>
  byLanguage((language) => (language === defaultLanguage ? title : (translations[language]?.title ?? '')))

/** The SEO fields of a record in a language: of the English ones only the picture and `noindex` are fallbacks. */
export function localizeMetadata(record: Described & Translatable, language: Language): SeoMetadata {
  const { metadata, translations } = record
  if (language === defaultLanguage || !isTranslated(record, language)) return metadata
  const { ogImage, noindex } = metadata
  return { ogImage, noindex, ...translations[language]?.metadata }
}

/** What search engines are told of a record in a language. */
export function listingIn(record: Described & Translatable, language: Language) {
  const { canonical, noindex } = localizeMetadata(record, language)
  return { canonical, noindex }
}

/** The languages in which a record is written, with the slug and the canonical URL of each. */
export const writtenIn = (record: Addressed & Described): Written =>
  Object.fromEntries(
    languages
      .filter((language) => isTranslated(record, language))
      .map((language) => [language, { params: { slug: slugIn(record, language) }, ...listingIn(record, language) }]),
  )

/** The URLs of a record's page in the languages it is written in. */
export const recordVersions = (page: RecordPath, record: Addressed & Described): Versions =>
  versionsOf(page, writtenIn(record))
