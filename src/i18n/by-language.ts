import { type Language, languages, type OtherLanguage, otherLanguages } from './language'

/** Texts by the languages that content is translated into. */
export type Translations<Texts> = Partial<Record<OtherLanguage, Texts>>

/** A value for each language. */
export const byLanguage = <Value>(value: (language: Language) => Value) =>
  Object.fromEntries(languages.map((language) => [language, value(language)])) as Record<Language, Value>

/** A value for each language of translations. */
export const byOtherLanguage = <Value>(value: (language: OtherLanguage) => Value) =>
  Object.fromEntries(otherLanguages.map((language) => [language, value(language)])) as Record<OtherLanguage, Value>

/** Maps the texts of translations; languages that the site does not have are dropped. */
export function mapTranslations<Texts, Result>(
  translations: Translations<Texts>,
  toResult: (texts: Texts, language: OtherLanguage) => Result,
): Translations<Result> {
  const entries = otherLanguages.flatMap((language) => {
    const texts = translations[language]
    return texts === undefined ? [] : [[language, toResult(texts, language)]]
  })
  return Object.fromEntries(entries) as Translations<Result>
}
