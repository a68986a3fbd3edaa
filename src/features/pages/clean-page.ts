import { isRecord, parseJson } from '#text/parse-json'
import { sanitizeHtml } from '#text/sanitize'
import type { FieldSpec } from './page-fields'

type Texts = Record<string, unknown>

/**
 * A page's JSON text with every field that is declared as HTML sanitized, inside lists and in every language of
 * `translations` too. Text in which nothing has to change stays as typed.
 */
export function cleanPage(content: string, fields: FieldSpec[]): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? cleanLanguages(page, fields) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}

function cleanLanguages(page: Texts, fields: FieldSpec[]): Texts {
  return mapValues(cleanTexts(page, fields), (value, name) =>
    name === 'translations' && isRecord(value)
      ? mapValues(value, (texts) => (isRecord(texts) ? cleanTexts(texts, fields) : texts))
      : value,
  )
}

function cleanTexts(texts: Texts, fields: FieldSpec[]): Texts {
  const declared = new Map(fields.map((field) => [field.key, field]))
  return mapValues(texts, (value, name) => {
    const field = declared.get(name)
    return field ? cleanField(value, field) : value
  })
}

function cleanField(value: unknown, field: FieldSpec): unknown {
  if (field.kind === 'list')
    return Array.isArray(value)
      ? value.map((entry) => (isRecord(entry) ? cleanTexts(entry, field.entry) : entry))
      : value
  return field.kind === 'html' && typeof value === 'string' ? sanitizeHtml(value) : value
}

const mapValues = (texts: Texts, change: (value: unknown, name: string) => unknown): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, change(value, name)]))
