import { type Language, languages, type OtherLanguage, otherLanguages } from './language'

/** Texts by the languages that content is translated into. */
export type Translations<Texts> = Partial<Record<OtherLanguage, Texts>>

/** A value for each language. */
export const byLanguage = <Value>(value: (language: Language) => Value) =>
  Object.fromEntries(languages.map((language) => [language, value(language)])) as Record<Language, Value>

/** A value for each of them. */
export const byOtherLanguage = <Value>(value: (language: OtherLanguage) => Value) =>
  Object.fromEntries(otherLanguages.map((language) => [language, value(language)])) as Record<OtherLanguage, Value>

/** The same translations with other texts; of languages that are none of ours nothing. */
export function mapTranslations<Texts, Result>(
  translations: Translations<Texts>,
  toResult: (texts: Texts, language: OtherLanguage) => Result,
): Translations<Result> {
  const said = otherLanguages.flatMap((language) => {
    const texts = translations[language]
    return texts === undefined ? [] : [[language, toResult(texts, language)]]
  })
  return Object.fromEntries(said) as Translations<Result>
}
