import { parseJson, isRecord } from '#text/parse-json'
import { pairTexts, type TranslatedText } from '#records/translation/translated-texts'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'

/** The texts of a page that can be translated, of its JSON text: those of lists entry by entry, as English has them. */
export function pageTexts(page: PageName, content: string): TranslatedText[] {
  const parsed = parseJson(content)
  const english = isRecord(parsed) ? parsed : {}
  const { es } = isRecord(english.translations) ? english.translations : {}
  return pairTexts(fieldsOf(page), english, isRecord(es) ? es : {})
}
