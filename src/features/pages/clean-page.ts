import { isRecord } from '#base/text/content'
import { sanitizeHtml } from '#base/text/sanitize'
import { parseJson } from '#base/text/parse-json'

/**
 * A page's JSON text with its HTML fields sanitized: `content`, `sections[].content`, and the same in every language of
 * `translations`. Text in which nothing has to change stays as typed.
 */
export function cleanPage(content: string): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? cleanTexts(page) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}

function cleanTexts(texts: Record<string, unknown>): Record<string, unknown> {
  return mapValues(texts, (value, name) => {
    if (name === 'content') return cleanHtml(value)
    if (name === 'sections' && Array.isArray(value)) return value.map((section) => (isRecord(section) ? mapValues(section, cleanSectionField) : section))
    if (name === 'translations' && isRecord(value)) return mapValues(value, (language) => (isRecord(language) ? cleanTexts(language) : language))
    return value
  })
}

const cleanSectionField = (value: unknown, name: string) => (name === 'content' ? cleanHtml(value) : value)
const cleanHtml = (value: unknown) => (typeof value === 'string' ? sanitizeHtml(value) : value)

const mapValues = (record: Record<string, unknown>, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
