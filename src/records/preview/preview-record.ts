import { asRecord, isRecord } from '#text/parse-json'
import { byOtherLanguage } from '#i18n/by-language'
import { isSafeUrl } from '#text/schema'
import {
  type BlocksField,
  type Field,
  type Fields,
  isNested,
  nestedFields,
  translatedNames,
  isText,
  type RowField,
} from '#records/kind/fields'
import { blocksIn, mapDeclared, mapLanguages } from '#records/kind/nested'
import { nestedInput, nestedTranslation } from '#records/kind/nested-schemas'
import { cleanDeclared, withoutHidden } from '#records/kind/nested-texts'
import type { RecordKind } from '#records/kind/record'
import { cleanContent } from '#records/kind/stored-content'
import type { Marks } from '#text/html/marks'
import { readEnvelope } from '#records/kind/content'

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

type Typed = Record<string, unknown>

/** A record from unvalidated input: missing and invalid values are empty, and HTML is sanitized. */
export function previewRecord({ fields }: Pick<RecordKind, 'fields'>, typed: Typed, slug: string): Typed {
  const overlays = asRecord(typed.translations)
  const names = new Set(translatedNames(fields))
  const english = readFields(fields, typed)
  const translatable = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
  const shown = (values: Typed) => cleanDeclared(nestedFields(fields), withoutHidden(fields, values, english), english)
  return {
    id: 0,
    slug,
    ...shown(english),
    metadata: {},
    translations: byOtherLanguage((language) => shown(readFields(translatable, asRecord(overlays[language])))),
    updatedAt: new Date(0).toISOString(),
    version: 1,
  }
}

const readFields = (fields: Fields, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readField(field, typed[name])]))

function readField(field: Field, value: unknown): unknown {
  if (field.type === 'blocks' && Array.isArray(value))
    return blocksIn(value).flatMap((block) => readBlock(field, block))
  if (isNested(field))
    return (isRecord(value) ? nestedTranslation(field) : nestedInput(field, true)).safeParse(value).data ?? []
  const { type } = field
  const text = typeof value === 'string' ? value.toWellFormed() : ''
  if (type === 'flag') return value === true
  if (type === 'html') return cleanContent(text)
  if (type === 'moment') return readMoment(text)
  if (type === 'picture') return readUrl(text)
  return type === 'link' ? readUrl(text) || null : text
}

/** The valid part of a block, so that one wrong value does not remove the others from the page; none without a type. */
function readBlock(field: BlocksField, block: Typed): unknown[] {
  const schema = nestedInput(field, true)
  const { data, error } = schema.safeParse([block])
  const faulty = new Set(error?.issues.map(({ path }) => path[1]))
  const read = error ? schema.safeParse([omit(block, faulty)]).data : data
  return Array.isArray(read) ? read : []
}

const omit = (values: Typed, names: ReadonlySet<unknown>): Typed =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))

const readUrl = (text: string) => (isSafeUrl(text.trim()) ? text.trim() : '')

function readMoment(text: string): string {
  const moment = new Date(text)
  return (Number.isNaN(moment.getTime()) ? new Date() : moment).toISOString()
}
