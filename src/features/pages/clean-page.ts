import { isRecord, parseJson } from '#text/parse-json'
import type { Fields } from '#records/kind/fields'
import { cleanDeclared } from '#records/kind/nested-texts'

type Texts = Record<string, unknown>

/**
 * A page's JSON text with every field that is declared as HTML sanitized, inside lists and in every language of
 * `translations` too. Text in which nothing has to change stays as typed.
 */
export function cleanPage(content: string, fields: Fields): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? cleanLanguages(page, fields) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}

function cleanLanguages(page: Texts, fields: Fields): Texts {
  const clean = (texts: unknown) => (isRecord(texts) ? cleanDeclared(fields, texts, page) : texts)
  const { translations } = page
  const own = cleanDeclared(fields, page)
  if (!isRecord(translations)) return own
  return {
    ...own,
    translations: Object.fromEntries(Object.entries(translations).map(([code, texts]) => [code, clean(texts)])),
  }
}
