import { defaultLanguage, type Language, languages, otherLanguages } from './language'

/**
 * The name of a language in another one, for the middle of a sentence. Some engines return it capitalized as in lists:
 * it is capitalized in languages that also capitalize days of the week.
 */
export function languageName(language: Language, own: Language = defaultLanguage): string {
  return (names[`${language} ${own}`] ??= nameInSentence(language, own))
}

/** Formatters of names and dates are slow to create. */
const names: Record<string, string> = {}

function nameInSentence(language: Language, own: Language): string {
  const name = listedName(language, own)
  // Most engines know better, and formatters of dates are slow to create.
  if (name.charAt(0) === name.charAt(0).toLocaleLowerCase(own)) return name
  const [initial = ''] = new Intl.DateTimeFormat(own, { weekday: 'long' }).format(0)
  return initial === initial.toLocaleUpperCase(own) ? name : name.charAt(0).toLocaleLowerCase(own) + name.slice(1)
}

/** The same for a label. */
export function languageLabel(language: Language, own: Language): string {
  const name = listedName(language, own)
  return name.charAt(0).toLocaleUpperCase(own) + name.slice(1)
}

const listedName = (language: Language, own: Language): string =>
  new Intl.DisplayNames(own, { type: 'language' }).of(language) ?? language

type Joined = Intl.ListFormatOptions['type']

const named = (some: readonly Language[], own: Language, type: Joined): string =>
  new Intl.ListFormat(own, { type }).format(some.map((language) => languageName(language, own)))

/** The languages of translations, as a list in a sentence. */
export const namesOfOthers = (own: Language = defaultLanguage, type: Joined = 'disjunction'): string =>
  named(otherLanguages, own, type)

export const namesOfAll = (own: Language): string => named(languages, own, 'conjunction')
