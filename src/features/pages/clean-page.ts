import { isRecord, parseJson } from '#text/parse-json'
import type { Fields } from '#records/kind/fields'
import { mapLanguages } from '#records/kind/nested'
import { cleanDeclared } from '#records/kind/nested-texts'

/**
 * A page's JSON text with every field that is declared as HTML sanitized, inside lists and in every language of
 * `translations` too. Text in which nothing has to change stays as typed.
 */
export function cleanPage(content: string, fields: Fields): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? mapLanguages(page, (texts) => cleanDeclared(fields, texts, page)) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}
