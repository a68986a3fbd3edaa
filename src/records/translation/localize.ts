import { href } from '#i18n/addresses/href'
import { defaultLanguage, type Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import type { Called, RecordPath } from '#i18n/addresses/routing'

export type Translatable = { translations: Partial<Record<Language, { title?: string }>> }
/** A record without a title in a language counts as untranslated, even if other texts are translated. */
export const isTranslated = ({ translations }: Translatable, language: Language): boolean =>
  language === defaultLanguage || (translations[language]?.title ?? '').trim() !== ''

/** A record in a language: text by text, falling back to English; completely in English if it is untranslated. */
export const localize = <R extends Translatable>(record: R, language: Language): R =>
  isTranslated(record, language) ? translated(record, record.translations, language) : record

/** The `lang` of one of its texts, if it differs from the page's language. */
export function textLanguage<R extends Translatable>(record: R, field: keyof R & string, language: Language) {
  const own: Partial<Record<string, unknown>> = record.translations[language] ?? {}
  return language === defaultLanguage || (isTranslated(record, language) && own[field]) ? undefined : defaultLanguage
}

/** The slug in a language: the English one, unless it has its own. */
export const slugIn = ({ slug, translations }: Called, language: Language): string =>
  (language === defaultLanguage ? '' : translations[language]?.slug) || slug

/** The path of a record's page. */
export const recordHref = (page: RecordPath, record: Called, language: Language): string =>
  href(page, { slug: slugIn(record, language) }, language)
