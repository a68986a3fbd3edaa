import { byLanguage, type Translations } from '#i18n/by-language'
import { defaultLanguage, type Language } from '#i18n/language'

/** A value for each language: the English one where another is not given. */
export const textsIn = <Value>(english: Value, others: Translations<Value> = {}): Record<Language, Value> =>
  byLanguage((language) =>
    language !== defaultLanguage && Object.hasOwn(others, language) ? (others[language] ?? english) : english,
  )
