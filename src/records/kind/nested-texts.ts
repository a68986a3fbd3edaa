import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { sanitizeHtml } from '#text/sanitize'
import { type Field, isText, type RowField } from './fields'
import { blocksIn, declaredValues, mapDeclared } from './nested'

type Json = Record<string, unknown>
type Declared = Readonly<Record<string, Field | RowField>>

/** All text in the fields, without that of hidden blocks. */
export const wordsOf = (fields: Declared, values: Json, original = values): string =>
  declaredValues(fields, withoutHidden(fields, values, original), withoutHidden(fields, original))
    .flatMap(({ value, field }) => {
      if (!isText(field) || typeof value !== 'string') return []
      return field.type === 'html' ? htmlToText(value) : value.trim()
    })
    .filter(Boolean)
    .join('\n')

/** The values with all HTML sanitized. */
export const cleanDeclared = (fields: Declared, values: Json, original = values): Json =>
  mapDeclared(
    fields,
    values,
    (value, field) => (field.type === 'html' && typeof value === 'string' ? sanitizeHtml(value) : value),
    { original },
  )

/** The values for visitors: without hidden blocks and their translations. */
export function withoutHidden(fields: Declared, values: Json, original = values): Json {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== 'blocks') return []
    const value = values[name]
    const hidden = new Set(
      blocksIn(original[name]).flatMap(({ id, hidden: isHidden }) => (isHidden === true ? [id] : [])),
    )
    if (Array.isArray(value)) return [[name, value.filter((block) => !isRecord(block) || !hidden.has(block.id))]]
    return isRecord(value) ? [[name, Object.fromEntries(Object.entries(value).filter(([id]) => !hidden.has(id)))]] : []
  })
  return shown.length === 0 ? values : { ...values, ...Object.fromEntries(shown) }
}
