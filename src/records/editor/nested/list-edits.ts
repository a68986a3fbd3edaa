import { checkJson, insertAt, type JsonPath, moveAt, readAt, removeAt, writeAt } from '#editing/json-text'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { isRecord } from '#text/parse-json'

/**
 * The path of a value in English, and its name there and in translations: blocks are named by their id, not their
 * index.
 */
export type ListPath = { at: JsonPath; name: JsonPath }

export const inside = ({ at, name }: ListPath, ...more: JsonPath): ListPath => ({
  at: [...at, ...more],
  name: [...name, ...more],
})

/** The path of a language's texts in the JSON of a page, or of a field. */
export const rootOf = (language: Language): JsonPath => (language === defaultLanguage ? [] : ['translations', language])

export const pathIn = (language: Language, { at, name }: ListPath): JsonPath =>
  language === defaultLanguage ? at : [...rootOf(language), ...name]

export const insertRow = (text: string, list: ListPath, index: number, blank: object): string =>
  inAllLanguages(text, list, (json, path) => insertAt(json, path, index, blank))

export const moveRow = (text: string, list: ListPath, from: number, to: number): string =>
  inAllLanguages(text, list, (json, path) => moveAt(json, path, from, to))

export const removeRow = (text: string, list: ListPath, index: number): string =>
  inAllLanguages(text, list, (json, path) => removeAt(json, path, index))

/** Writes a value inside rows; missing rows are created. */
export function writeValue(text: string, language: Language, place: ListPath, value: unknown): string {
  const path = pathIn(language, place)
  const shift = path.length - place.at.length
  const whole = path.reduce<string>((written, part, depth) => {
    if (typeof part !== 'number') return written
    const length = language === defaultLanguage ? 0 : listAt(text, place.at.slice(0, depth - shift)).length
    return extended(written, path.slice(0, depth), Math.max(part + 1, length))
  }, text)
  return writeAt(whole, path, value)
}

/** The number of rows of a list, including those that exist only in a translation. */
export const countRows = (content: Record<string, unknown>, list: ListPath): number =>
  Math.max(...languages.map((language) => lengthOf(readAt(content, pathIn(language, list)))))

type EditAt = (text: string, path: JsonPath) => string

/** A list has the same rows in all languages, so each edit of a row applies to all of them. */
function inAllLanguages(text: string, list: ListPath, edit: EditAt): string {
  const { length } = listAt(text, list.at)
  return inTranslations(edit(text, list.at), list.name, (json, path) =>
    Array.isArray(valueAt(json, path)) ? edit(extended(json, path, length), path) : json,
  )
}

/** Edits every translation of a value. */
export function inTranslations(text: string, name: JsonPath, edit: EditAt): string {
  const translations = valueAt(text, ['translations'])
  return Object.keys(isRecord(translations) ? translations : {})
    .map((code) => ['translations', code, ...name])
    .reduce((written, path) => (valueAt(written, path) === undefined ? written : edit(written, path)), text)
}

/** Extends the list to at least the given length. */
function extended(text: string, path: JsonPath, length: number): string {
  const list = listAt(text, path)
  if (list.length >= length) return text
  return writeAt(text, path, [...list, ...Array.from({ length: length - list.length }, () => ({}))])
}

const valueAt = (text: string, path: JsonPath) => readAt(checkJson(text).value, path)
const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)

function listAt(text: string, path: JsonPath): unknown[] {
  const list = valueAt(text, path)
  return Array.isArray(list) ? list : []
}
