import { isRecord } from '#text/parse-json'
import type { Language } from './language'

type Translations = Partial<Record<string, unknown>>

/**
 * `record` with the texts of `translations[language]` in place of its own, text by text, inside objects such as
 * `metadata` and in the entries of lists too: by their place, or by their `id` where the translation is an object. English
 * is the record itself. Empty texts are passed over. Which entries a list has, English says.
 */
export function translated<R extends object>(record: R, translations: Translations | undefined, language: Language): R {
  const overlay = translations?.[language]
  return isRecord(overlay) ? { ...record, ...layOver(Object.fromEntries(Object.entries(record)), overlay) } : record
}

function layOver(original: Record<string, unknown>, overlay: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(overlay).filter(([, value]) => value !== '' && value !== undefined && value !== null)
  return Object.fromEntries(filled.map(([name, value]) => [name, laid(original[name], value)]))
}

function laid(below: unknown, value: unknown): unknown {
  if (isRecord(value) && isRecord(below)) return { ...below, ...layOver(below, value) }
  if (Array.isArray(value) && Array.isArray(below) && below.every(isRecord))
    return below.map((entry, place) => (isRecord(value[place]) ? laid(entry, value[place]) : entry))
  if (isRecord(value) && hasIds(below))
    return below.map((entry) => (Object.hasOwn(value, entry.id) ? laid(entry, value[entry.id]) : entry))
  return value
}

const hasIds = (list: unknown): list is { id: string }[] =>
  Array.isArray(list) && list.every((entry) => isRecord(entry) && typeof entry.id === 'string')
