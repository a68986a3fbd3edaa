import { checkJson, insertAt, type JsonPath, moveAt, readAt, removeAt, writeAt } from '#editing/json-text'
import type { Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'

/** Where the texts of a language lie in a page's JSON. */
export const rootOf = (language: Language): JsonPath => (language === 'en' ? [] : ['translations', language])

/** A list of a page has its rows in all languages: what is done to a row is done in each of them. */
export function insertRow(text: string, key: string, index: number, blank: object): string {
  const { length } = listAt(text, [key])
  const written = Array.isArray(valueAt(text, [key]))
    ? insertAt(text, [key], index, blank)
    : writeAt(text, [key], [blank])
  return inTranslations(written, key, (other, path) => insertAt(padded(other, path, length), path, index, blank))
}

export function moveRow(text: string, key: string, from: number, to: number): string {
  const { length } = listAt(text, [key])
  return inTranslations(moveAt(text, [key], from, to), key, (other, path) =>
    moveAt(padded(other, path, length), path, from, to),
  )
}

export function removeRow(text: string, key: string, index: number): string {
  const { length } = listAt(text, [key])
  const written = index < length ? removeAt(text, [key], index) : text
  return inTranslations(written, key, (other, path) => removeAt(padded(other, path, length), path, index))
}

/** A text of a row; the row comes to be where it is not there yet. */
export function writeRow(
  text: string,
  language: Language,
  { key, index, part }: { key: string; index: number; part: string },
  value: string,
): string {
  const path = [...rootOf(language), key]
  const length = Math.max(index + 1, language === 'en' ? 0 : listAt(text, [key]).length)
  return writeAt(padded(text, path, length), [...path, index, part], value)
}

/** How many rows a list has, those that only another language knows included. */
export const rowsOf = (content: Record<string, unknown>, key: string): number =>
  Math.max(...[[key], ['translations', 'es', key]].map((path) => lengthOf(readAt(content, path))))

function inTranslations(text: string, key: string, change: (text: string, path: JsonPath) => string): string {
  const translations = valueAt(text, ['translations'])
  const paths = Object.keys(isRecord(translations) ? translations : {}).map((name) => ['translations', name, key])
  return paths.reduce((written, path) => (Array.isArray(valueAt(text, path)) ? change(written, path) : written), text)
}

/** The list at least as long as the rows that it belongs to. */
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
