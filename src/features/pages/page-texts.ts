import { isRecord, parseJson } from '#text/parse-json'
import { type TranslatedText, writtenText } from '#records/translation/translated-texts'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'

/** The texts of a page that can be translated, of its JSON text: those of lists entry by entry, as English has them. */
export function pageTexts(page: PageName, content: string): TranslatedText[] {
  const parsed = parseJson(content)
  const english = isRecord(parsed) ? parsed : {}
  const translations = isRecord(english.translations) ? english.translations : {}
  const spanish = isRecord(translations.es) ? translations.es : {}
  return fieldsOf(page).flatMap((field) => {
    if (field.kind !== 'list')
      return {
        path: field.key,
        field: field.key,
        source: writtenText(english[field.key]),
        text: writtenText(spanish[field.key]),
      }
    return entriesOf(english[field.key]).flatMap((entry, place) => {
      const other = entriesOf(spanish[field.key])[place] ?? {}
      return field.entry.map(({ key }) => ({
        path: `${field.key}.${place}.${key}`,
        field: `${field.key}.${key}`,
        source: writtenText(entry[key]),
        text: writtenText(other[key]),
      }))
    })
  })
}

const entriesOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.map((entry: unknown) => (isRecord(entry) ? entry : {})) : []
