import { isRecord, parseJson } from '#text/parse-json'
import type { Fields } from '#records/kind/fields'
import { mapLanguages } from '#records/kind/nested'
import { cleanDeclared } from '#records/kind/nested-texts'

/**
 * Sanitizes all declared HTML fields in a page's JSON text, also in lists and in every language of `translations`. The
 * formatting of unchanged text is preserved.
 */
export function cleanPage(content: string, fields: Fields): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? mapLanguages(page, (texts) => cleanDeclared(fields, texts, page)) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}
