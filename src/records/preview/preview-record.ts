import { isRecord } from '#text/parse-json'
import { isSafeUrl } from '#text/schema'
import { type Field, type Fields, translatedNames } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { cleanContent } from '#records/kind/stored-content'

type Typed = Record<string, unknown>

/** A record as far as it is written: whatever is missing or no value of its field is blank, and nothing in it runs. */
export function previewRecord({ fields }: Pick<RecordKind, 'fields'>, typed: Typed, slug: string): Typed {
  const spanish = isRecord(typed.translations) && isRecord(typed.translations.es) ? typed.translations.es : {}
  const names = new Set(translatedNames(fields))
  return {
    id: 0,
    slug,
    ...readFields(fields, typed),
    metadata: {},
    translations: {
      es: readFields(Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name))), spanish),
    },
    updatedAt: new Date(0).toISOString(),
    version: 1,
  }
}

const readFields = (fields: Fields, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readField(field, typed[name])]))

function readField({ type }: Field, value: unknown): unknown {
  const text = typeof value === 'string' ? value.toWellFormed() : ''
  if (type === 'flag') return value === true
  if (type === 'html') return cleanContent(text)
  if (type === 'moment') return readMoment(text)
  if (type === 'picture') return readUrl(text)
  return type === 'link' ? readUrl(text) || null : text
}

const readUrl = (text: string) => (isSafeUrl(text.trim()) ? text.trim() : '')

function readMoment(text: string): string {
  const moment = new Date(text)
  return (Number.isNaN(moment.getTime()) ? new Date() : moment).toISOString()
}
