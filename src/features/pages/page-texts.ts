import { parseJson, isRecord } from '#text/parse-json'
import { type TextInLanguage, textsInLanguages } from '#records/translation/translated-texts'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'

/** The texts of a page that can be translated, of its JSON text: those of lists entry by entry, as English has them. */
export function pageTexts(page: PageName, content: string): TextInLanguage[] {
  const parsed = parseJson(content)
  return textsInLanguages(fieldsOf(page), isRecord(parsed) ? parsed : {})
}
