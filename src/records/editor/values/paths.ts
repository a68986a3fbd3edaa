import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'

/** The path of a text in a body and in the editor's form: English is the record itself. */
export const pathIn = (language: Language, name: string): string =>
  language === defaultLanguage ? name : `translations.${language}.${name}`

/** The language of a form field, and its path without the language. */
export function readPath(path: string): { language: Language; name: string } {
  const language = otherLanguages.find((one) => path.startsWith(pathIn(one, '')))
  return language
    ? { language, name: path.slice(pathIn(language, '').length) }
    : { language: defaultLanguage, name: path }
}
