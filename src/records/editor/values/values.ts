import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'

/**
 * Form values: one flat entry per field, keyed by its path in the saved body (`metadata.title`,
 * `translations.es.title`).
 */
export type Values = Record<string, string | boolean>

/** The fields of `values` that differ from `base`. */
export function changedFields(base: Values, values: Values): string[] {
  return Object.keys(values).filter((field) => values[field] !== base[field])
}

/** The entries of `values` under these names. */
export function pick(values: Values, fields: string[]): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** The fields in which two versions of a record differ. */
export function differences(yours: Values, theirs: Values): string[] {
  return [...new Set([...Object.keys(yours), ...Object.keys(theirs)])].filter((field) => yours[field] !== theirs[field])
}

/** Whether a path is a field of `values`, or part of one, such as a text of a row. */
export const isIn = (values: Partial<Values>, path: string): boolean =>
  Object.keys(values).some((name) => path === name || path.startsWith(`${name}.`))

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
