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

/** A list has the same rows in all languages, so each edit of a row applies to all of them. */
export function insertRow(text: string, list: ListPath, index: number, blank: object): string {
  const { length } = listAt(text, list.at)
  const written = Array.isArray(valueAt(text, list.at))
    ? insertAt(text, list.at, index, blank)
    : writeAt(text, list.at, [blank])
  return inTranslations(written, list, (other, path) => insertAt(padded(other, path, length), path, index, blank))
}

export function moveRow(text: string, list: ListPath, from: number, to: number): string {
  const { length } = listAt(text, list.at)
  return inTranslations(moveAt(text, list.at, from, to), list, (other, path) =>
    moveAt(padded(other, path, length), path, from, to),
  )
}

export function removeRow(text: string, list: ListPath, index: number): string {
  const { length } = listAt(text, list.at)
  const written = index < length ? removeAt(text, list.at, index) : text
  return inTranslations(written, list, (other, path) => removeAt(padded(other, path, length), path, index))
}

/** Writes a value inside rows; missing rows are created. */
export function writeValue(text: string, language: Language, place: ListPath, value: unknown): string {
  const path = pathIn(language, place)
  const shift = path.length - place.at.length
  const whole = path.reduce<string>((written, part, depth) => {
    if (typeof part !== 'number') return written
    const length = language === defaultLanguage ? 0 : listAt(text, place.at.slice(0, depth - shift)).length
    return padded(written, path.slice(0, depth), Math.max(part + 1, length))
  }, text)
  return writeAt(whole, path, value)
}

/** The number of rows of a list, including those that exist only in a translation. */
export const countRows = (content: Record<string, unknown>, list: ListPath): number =>
  Math.max(...languages.map((language) => lengthOf(readAt(content, pathIn(language, list)))))

function inTranslations(text: string, list: ListPath, change: (text: string, path: JsonPath) => string): string {
  const translations = valueAt(text, ['translations'])
  const paths = Object.keys(isRecord(translations) ? translations : {}).map((code) => [
    'translations',
    code,
    ...list.name,
  ])
  return paths.reduce((written, path) => (Array.isArray(valueAt(text, path)) ? change(written, path) : written), text)
}

/** Extends the list to at least the given length. */
function padded(text: string, path: JsonPath, length: number): string {
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
