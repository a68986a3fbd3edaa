import { isText, type RowFields } from '#records/kind/fields'
import { declaredValues } from '#records/kind/nested'
import { htmlToText } from '#text/html-text'

const maxLength = 120

/** The first words of a block, to recognize it by; '' if it has no text. */
export function blockSummary(fields: RowFields, block: Record<string, unknown>): string {
  for (const { value, field } of declaredValues(fields, block)) {
    const text = isText(field) && typeof value === 'string' ? value : ''
    const words = field.type === 'html' ? htmlToText(text.slice(0, 20 * maxLength)) : text.trim()
    if (words !== '') return words.slice(0, maxLength)
  }
  return ''
}
