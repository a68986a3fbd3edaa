import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { plainText } from '#text/schema'
import { storedMoment, storedTarget, storedUrl } from '#text/stored-schema'
import {
  type Field,
  type Fields,
  type RowField,
  type RowFields,
  type TextField,
  isNested,
  isText,
  isTranslatable,
} from './fields'
import type { RecordKind } from './record'
import { seoMetadata } from './seo-metadata'

/** Sanitized HTML with its SEO fields as JSON is longer than what was sent. */
const growth = 8

/** Slugs in any script, without what has a meaning in paths and in markup. */
const storedSlug = plainText(240).regex(/^[\p{L}\p{M}\p{N}_-]+$/u, 'validation.slug')

/**
 * The schemas of a kind's columns in rows that come from an archive: what a body may hold, without what is required only
 * of a body, because older releases have stored less and other things.
 */
export function storedColumns(kind: RecordKind): Record<string, z.ZodType> {
  return {
    ...(kind.fields.content ? {} : { metadata: seoMetadata }),
    ...mapFields(kind.fields, storedField),
    slug: storedSlug,
    translations: storedTranslations(kind.fields),
  }
}

/** The schema of a draft's values. */
export const storedDraft = ({ fields }: Pick<RecordKind, 'fields'>): z.ZodType =>
  z.looseObject({
    ...mapFields(fields, (field) => storedField(field).optional()),
    slug: storedSlug.or(z.literal('')).optional(),
    metadata: seoMetadata.optional(),
    translations: storedTranslations(fields).optional(),
  })

function storedTranslations(fields: Fields): z.ZodType {
  const texts = mapFields(
    Object.fromEntries(Object.entries(fields).filter(([, field]) => isTranslatable(field))),
    (field) => (isText(field) ? storedText(field) : nestedTexts).optional(),
  )
  const overlay = z.object({
    ...texts,
    slug: storedSlug.or(z.literal('')).optional(),
    metadata: seoMetadata.optional(),
  })
  return z.object(byOtherLanguage(() => overlay.optional()))
}

/** Translated texts of rows and blocks, by position or id: whatever is in them is a text. */
const nestedTexts: z.ZodType = z.lazy(() =>
  z.union([plainText(growth * longestHtml), z.null(), z.array(nestedTexts), z.record(z.string(), nestedTexts)], {
    error: 'validation.value',
  }),
)
const longestHtml = 307_200

const storedText = ({ type, max }: TextField) => plainText(type === 'html' ? growth * max : max)

const storedField = (field: Field): z.ZodType => (field.type === 'link' ? storedUrl.nullable() : storedValue(field))

/** A value of a record, or of one of its rows, where a link may have any target. */
function storedValue(field: Field | RowField): z.ZodType {
  if (isNested(field)) return storedNested(field)
  if (isText(field)) return storedText(field)
  if (field.type === 'picture') return storedUrl
  if (field.type === 'link') return storedTarget.nullable()
  if (field.type === 'slug') return storedSlug.or(z.literal(''))
  if (field.type === 'value') return z.json()
  if (field.type === 'moment') return storedMoment.nullable()
  if (field.type === 'flag') return z.boolean({ error: 'validation.boolean' })
  return z.int({ error: 'validation.value' }).min(field.min, 'validation.value').max(field.max, 'validation.value')
}

/** Unknown names and types of blocks are of another release, and not shown. */
function storedNested(field: Extract<Field | RowField, { type: 'group' | 'list' | 'blocks' }>): z.ZodType {
  if (field.type === 'group') return storedRow(field.fields)
  if (field.type === 'list')
    return z.array(storedRow(field.entry), { error: 'validation.list' }).max(field.max, 'validation.tooMany')
  const block = z.looseObject({
    id: plainText(80),
    type: plainText(80),
    hidden: z.boolean({ error: 'validation.boolean' }).optional(),
  })
  const types = new Map(Object.entries(field.types).map(([type, fields]) => [type, storedRow(fields)]))
  const typed = block.transform((value, context): Record<string, unknown> => {
    const read = types.get(value.type)?.safeParse(value)
    for (const { path, message } of read?.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    return read?.success ? read.data : value
  })
  return z.array(typed, { error: 'validation.list' }).max(field.max, 'validation.tooMany')
}

const storedRow = (fields: RowFields): z.ZodType<Record<string, unknown>> =>
  z.looseObject(
    mapFields(fields, (field) => storedValue(field).optional()),
    { error: 'validation.object' },
  )

const mapFields = <Declared>(
  fields: Readonly<Record<string, Declared>>,
  toSchema: (field: Declared) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)]))
