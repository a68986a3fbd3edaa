import { isRecord } from '#text/parse-json'
import { type BlocksField, type Field, partsOf, type RowField, type RowFields } from './fields'

type Json = Record<string, unknown>
type Declared = Readonly<Record<string, Field | RowField>>
/** A field with a single value. */
type SingleField = Exclude<Field | RowField, { type: 'group' | 'list' | 'blocks' }>
type Change = (value: unknown, field: SingleField, path: string) => unknown

/**
 * Maps every declared value, also in rows, groups and blocks; undeclared values, and those of another shape, are
 * unchanged. `original` are the English values, which contain the types of translated blocks.
 */
export function mapDeclared(
  fields: Declared,
  values: Json,
  change: Change,
  { original = values, below = '' } = {},
): Json {
  const changed = Object.entries(fields)
    .filter(([name]) => Object.hasOwn(values, name))
    .map(([name, field]) => [name, mapField(field, values[name], change, original[name], below + name)] as const)
  return { ...values, ...Object.fromEntries(changed) }
}

function mapField(field: Field | RowField, value: unknown, change: Change, original: unknown, path: string): unknown {
  if (field.type === 'group')
    return isRecord(value) ? mapDeclared(field.fields, value, change, { below: `${path}.` }) : value
  if (field.type === 'list')
    return Array.isArray(value)
      ? value.map((row: unknown, place) =>
          isRecord(row) ? mapDeclared(field.entry, row, change, { below: `${path}.${place}.` }) : row,
        )
      : value
  if (field.type !== 'blocks') return change(value, field, path)
  if (Array.isArray(value))
    return value.map((block: unknown) => (isRecord(block) ? mapBlock(field, block, block, change, path) : block))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    blocksIn(original).flatMap((block) => {
      const texts = value[String(block.id)]
      return isRecord(texts) ? [[String(block.id), mapBlock(field, block, texts, change, path)]] : []
    }),
  )
}

const mapBlock = (field: BlocksField, block: Json, values: Json, change: Change, path: string): Json =>
  mapDeclared(fieldsOfBlock(field, block), values, change, { below: `${path}.${String(block.id)}.` })

/** Maps the texts of each language of a content. */
export function mapLanguages(content: Json, change: (texts: Json, language?: string) => Json): Json {
  const own = change(content)
  if (!isRecord(content.translations)) return own
  const translations = Object.entries(content.translations).map(([language, texts]) => [
    language,
    isRecord(texts) ? change(texts, language) : texts,
  ])
  return { ...own, translations: Object.fromEntries(translations) }
}

/** The fields of a block by its type; empty for a type that no longer exists. */
export const fieldsOfBlock = ({ types }: BlocksField, { type }: Json): RowFields =>
  typeof type === 'string' && Object.hasOwn(types, type) ? (types[type] ?? {}) : {}

export const blocksIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** All declared values, in the order of the fields. */
export function declaredValues(fields: Declared, values: Json, original = values) {
  const found: { value: unknown; field: SingleField; path: string }[] = []
  const note: Change = (value, field, path) => {
    found.push({ value, field, path })
    return value
  }
  mapDeclared(fields, values, note, { original })
  return found
}

/** The field at a path of names, indexes and ids: for blocks the first with this name in any of their types. */
export function fieldAt(fields: Declared, [name = '', ...inner]: readonly string[]): Field | RowField | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined || inner.length === 0) return field
  const path = field.type === 'group' ? inner : inner.slice(1)
  if (path.length === 0) return undefined
  return partsOf(field).reduce<Field | RowField | undefined>((found, parts) => found ?? fieldAt(parts, path), undefined)
}

/** Whether a value is empty, or contains only empty values. */
export function isBlank(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).every(isBlank)
  return value === undefined || value === null || value === '' || value === false
}
