import { byLanguage } from '#i18n/by-language'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translated } from '#i18n/translated'
import type { Called, RecordPath } from '#i18n/addresses/routing'
import { type Versions, versionsOf, type Written } from '#i18n/addresses/versions'
import type { SeoMetadata } from '#records/kind/seo-metadata'

type Translatable = { translations: Partial<Record<Language, { title?: string }>> }
type Addressed = Translatable & Called
type Described = { metadata: SeoMetadata; translations: Partial<Record<Language, { metadata?: SeoMetadata }>> }

/** A record without a title in a language counts as untranslated, even if other texts are translated. */
export const isTranslated = ({ translations }: Translatable, language: Language): boolean =>
  language === defaultLanguage || (translations[language]?.title ?? '').trim() !== ''

/** The title in each language; empty if there is none. */
export const titlesOf = ({ title, translations }: Translatable & { title: string }): Record<Language, string> =>
  byLanguage((language) => (language === defaultLanguage ? title : (translations[language]?.title ?? '')))

/** A record in a language: text by text, falling back to English; completely in English if it is untranslated. */
export const localize = <R extends Translatable>(record: R, language: Language): R =>
  isTranslated(record, language) ? translated(record, record.translations, language) : record

/** The `lang` of one of its texts, if it differs from the page's language. */
export function textLanguage<R extends Translatable>(record: R, field: keyof R & string, language: Language) {
  const own: Partial<Record<string, unknown>> = record.translations[language] ?? {}
  return language === defaultLanguage || (isTranslated(record, language) && own[field]) ? undefined : defaultLanguage
}

/** The SEO fields of a record in a language: of the English ones only the picture and `noindex` are fallbacks. */
export function localizeMetadata(record: Described & Translatable, language: Language): SeoMetadata {
  const { metadata, translations } = record
  if (language === defaultLanguage || !isTranslated(record, language)) return metadata
  const { ogImage, noindex } = metadata
  return { ogImage, noindex, ...translations[language]?.metadata }
}

/** The slug in a language: the English one, unless it has its own. */
export const slugIn = ({ slug, translations }: Called, language: Language): string =>
  (language === defaultLanguage ? '' : translations[language]?.slug) || slug

/** The path of a record's page. */
export const recordHref = (page: RecordPath, record: Called, language: Language): string =>
  href(page, { slug: slugIn(record, language) }, language)

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
