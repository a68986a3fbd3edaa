import type { Marks } from '#text/html/marks'
import { readEnvelope } from '#records/kind/content'
import { type Field, isText, type RowField } from '#records/kind/fields'
import { mapDeclared, mapLanguages } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'

/** A response whose texts and pictures are marked with their field, in every language. */
export function markRecord({ fields }: Pick<RecordKind, 'fields'>, answer: object, marks: Marks) {
  const record = { ...answer }
  return mapLanguages(record, (texts, language) =>
    markDeclared(fields, texts, marks, {
      below: language === undefined ? '' : `translations.${language}.`,
      original: record,
    }),
  )
}

/** Marks the texts, pictures and links of declared fields. */
const markDeclared = (
  fields: Readonly<Record<string, Field | RowField>>,
  values: Record<string, unknown>,
  marks: Marks,
  at: { original?: Record<string, unknown>; below?: string } = {},
) =>
  mapDeclared(
    fields,
    values,
    (value, field, path) => {
      if (typeof value !== 'string') return value
      if (field.type === 'html') return markContent(path, value, marks)
      if (isText(field)) return marks.text(path, value)
      marks.value(path, value)
      return value
    },
    at,
  )

function markContent(path: string, stored: string, marks: Marks): string {
  const envelope = readEnvelope(stored)
  if (!envelope) return marks.html(path, stored)
  return JSON.stringify({ ...envelope, content: marks.html(path, envelope.content) })
}
