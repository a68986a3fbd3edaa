import { byLanguage } from '#i18n/by-language'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translated } from '#i18n/translated'
import type { Called, RecordPath } from '#i18n/addresses/routing'
import { type Versions, versionsOf, type Written } from '#i18n/addresses/versions'
import type { SeoMetadata } from '#records/kind/seo-metadata'

type Spoken = { translations: Partial<Record<Language, { title?: string }>> }
type Addressed = Spoken & Called
type Described = { metadata: SeoMetadata; translations: Partial<Record<Language, { metadata?: SeoMetadata }>> }

/** A record without a title in a language counts as untranslated there, whatever else is. */
export const isTranslated = ({ translations }: Spoken, language: Language): boolean =>
  language === defaultLanguage || (translations[language]?.title ?? '').trim() !== ''

/** What a record is called in each language; empty where it has no title there. */
export const titlesOf = ({ title, translations }: Spoken & { title: string }): Record<Language, string> =>
  byLanguage((language) => (language === defaultLanguage ? title : (translations[language]?.title ?? '')))

/** What a record says in a language: text by text, in English where there is none; English where it is untranslated. */
export const localize = <R extends Spoken>(record: R, language: Language): R =>
  isTranslated(record, language) ? translated(record, record.translations, language) : record

/** The `lang` of one of its texts, where the page is in another language. */
export function textLanguage<R extends Spoken>(record: R, field: keyof R & string, language: Language) {
  const own: Partial<Record<string, unknown>> = record.translations[language] ?? {}
  return language === defaultLanguage || (isTranslated(record, language) && own[field]) ? undefined : defaultLanguage
}

/** The SEO fields of a record in a language: of the English ones the picture alone holds for others too. */
export function localizeMetadata(record: Described & Spoken, language: Language): SeoMetadata {
  const { metadata, translations } = record
  if (language === defaultLanguage || !isTranslated(record, language)) return metadata
  return { ogImage: metadata.ogImage, ...translations[language]?.metadata }
}

/** What a record is called in its address: in another language too, unless it has a name of its own there. */
export const slugIn = ({ slug, translations }: Called, language: Language): string =>
  (language === defaultLanguage ? '' : translations[language]?.slug) || slug

/** The address of a record's page. */
export const recordHref = (page: RecordPath, record: Called, language: Language): string =>
  href(page, { slug: slugIn(record, language) }, language)

/** The languages in which a record is written: what names it in its address, and the canonical one that was typed. */
export const writtenIn = (record: Addressed & Described): Written =>
  Object.fromEntries(
    languages
      .filter((language) => isTranslated(record, language))
      .map((language) => [
        language,
        { params: { slug: slugIn(record, language) }, canonical: localizeMetadata(record, language).canonical },
      ]),
  )

/** Where a record's page is in those languages. */
export const recordVersions = (page: RecordPath, record: Addressed & Described): Versions =>
  versionsOf(page, writtenIn(record))
