import { isRecord } from '#text/parse-json'
import { searchedNames } from './kind/fields'
import type { RecordKind, RecordSummary } from './kind/record'

/** The text in which a record is searched: its searched fields in every language, and its slug. */
export function searchText({ fields }: Pick<RecordKind, 'fields'>, record: RecordSummary): string {
  const names = searchedNames(fields)
  const textsOf = (texts: object) =>
    Object.entries(texts)
      .filter(([name]) => names.includes(name))
      .map(([, text]) => String(text))
  const translations = Object.values(record.translations).filter(isRecord)
  return [record, ...translations].flatMap(textsOf).concat(record.slug).join(' ')
}
