import { defaultLanguage, type Language, languages, otherLanguages } from './language'

/**
 * What a language is called in another one, as in the middle of a sentence. Some engines tell it as it stands in lists,
 * with a capital: it has one in languages that write the days of the week so.
 */
export function languageName(language: Language, own: Language = defaultLanguage): string {
  const name = listedName(language, own)
  const [initial = ''] = new Intl.DateTimeFormat(own, { weekday: 'long' }).format(0)
  return initial === initial.toLocaleUpperCase(own) ? name : name.charAt(0).toLocaleLowerCase(own) + name.slice(1)
}

/** The same where it stands alone. */
export function languageLabel(language: Language, own: Language): string {
  const name = listedName(language, own)
  return name.charAt(0).toLocaleUpperCase(own) + name.slice(1)
}

const listedName = (language: Language, own: Language): string =>
  new Intl.DisplayNames(own, { type: 'language' }).of(language) ?? language

type Joined = Intl.ListFormatOptions['type']

const named = (some: readonly Language[], own: Language, type: Joined): string =>
  new Intl.ListFormat(own, { type }).format(some.map((language) => languageName(language, own)))

/** Those that texts are translated into, as a list in a sentence. */
export const namesOfOthers = (own: Language = defaultLanguage, type: Joined = 'disjunction'): string =>
  named(otherLanguages, own, type)

export const namesOfAll = (own: Language): string => named(languages, own, 'conjunction')
