import { otherLanguages } from '#i18n/language'
import { z } from 'zod'
import { asRecord, isRecord } from '#text/parse-json'
import { isLinkTarget, isSafeUrl, plainText, requiredText, url, urlFault, isStorable, optionalUrl } from '#text/schema'
import {
  type BlocksField,
  type Field,
  type Fields,
  type GroupField,
  isNested,
  isText,
  isTranslatable,
  type LinkField,
  type ListField,
  type NumberField,
  type PictureField,
  type RowField,
  type RowFields,
  type TextField,
} from './fields'
import { blocksIn, fieldsOfBlock, isBlank } from './nested'
import { isLongSlug, isSlug, letterSlug, typedSlug } from '#text/slugs/record-slug'

// Schemas of single values in a body.
export const optionalText = (max: number) => plainText(max).trim().optional().default('')
export const flag = z.boolean({ error: 'validation.boolean' }).optional().default(false)
export const link = optionalUrl()
export const moment = z.iso.datetime()

/** Required, but may be empty. */
const presentText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .max(max, 'validation.tooLong')
    .refine(isStorable, 'validation.characters')

// The same for a draft, where it may be absent.
export const unsetText = (max: number) => presentText(max).optional().default('')
export const unsetUrl = unsetText(2048).refine((text) => text === '' || isSafeUrl(text), urlFault)

/** The target of a link in a row. */
const target = requiredText(2048).refine(isLinkTarget, urlFault)
const unsetTarget = unsetText(2048).refine((text) => text === '' || isLinkTarget(text), urlFault)

/** A slug of something else; '' for none. */
const slug = plainText(240).overwrite(typedSlug).regex(letterSlug, 'validation.slug')

/** A record's own slug as typed; '' if it is derived from the title. */
export const ownSlug = plainText(200)
  .trim()
  .overwrite(typedSlug)
  .regex(letterSlug, { error: 'validation.slug', abort: true })
  .refine(isSlug, 'validation.slug')
  .refine((typed) => !isLongSlug(typed), 'validation.tooLong')

/** Unicode characters; some are two UTF-16 units. */
const longestId = 40
/** This key cannot be copied as an own property of an object: translations of such a block would be lost. */
const unkeptKey = '__proto__'
const blockId = plainText(2 * longestId)
  .refine((id) => [...id].length <= longestId, 'validation.tooLong')
  .refine((id) => id !== unkeptKey, 'validation.value')

type Nested = GroupField | ListField | BlocksField

/** The schema of a field with nested fields in a body. In a draft, required values may be empty. */
export function nestedInput(field: Nested, isDraft = false): z.ZodType {
  if (field.type === 'blocks') return blocksInput(field, isDraft)
  if (field.type === 'list') {
    const least = isDraft ? 0 : (field.min ?? 0)
    const rows = z
      .array(rowInput(field.entry, isDraft), { error: 'validation.value' })
      .min(least, 'validation.value')
      .max(field.max, 'validation.value')
    return least > 0 ? rows : rows.optional().default([])
  }
  const group = rowInput(field.fields, isDraft)
  // An empty group counts as absent.
  return field.required && !isDraft
    ? group
    : z.preprocess((value) => (isBlank(value) ? undefined : value), group.optional())
}

/** The schema of a row in a body, or of a block without its id and type. Unknown names are rejected. */
export const rowInput = (fields: RowFields, isDraft: boolean) =>
  z.strictObject(
    mapValues(fields, (field) => valueInput(field, isDraft)),
    { error: 'validation.value' },
  )

/** Absent values of a row stay absent; in a draft, absent required ones become empty. */
function valueInput(field: RowField, isDraft: boolean): z.ZodType {
  if (isNested(field)) return nestedInput(field, isDraft)
  if (field.type === 'flag') return flag.unwrap()
  if (field.type === 'slug') return slug.optional()
  if (field.type === 'value') return z.json().optional()
  if (field.type === 'number') return isDraft ? numberInput(field).optional() : numberInput(field)
  if (isText(field) && field.present) return isDraft ? unsetText(field.max) : presentText(field.max)
  if (!field.required) return absentInput(field)
  if (isText(field)) return isDraft ? unsetText(field.max) : requiredText(field.max)
  if (field.type === 'picture') return isDraft ? unsetUrl : url()
  return isDraft ? unsetTarget : target
}

const numberInput = ({ min, max }: NumberField) =>
  z.int({ error: 'validation.value' }).min(min, 'validation.value').max(max, 'validation.value')

function absentInput(field: TextField | PictureField | LinkField): z.ZodType {
  if (isText(field)) return plainText(field.max).trim().optional()
  const fits = field.type === 'link' ? isLinkTarget : isSafeUrl
  const address = plainText(2048)
    .trim()
    .refine((text) => text === '' || fits(text), urlFault)
  return field.type === 'link' ? address.nullable().optional() : address.optional()
}

const blockInput = (type: string, fields: RowFields, isDraft: boolean) =>
  z.strictObject(
    {
      id: blockId.min(1, 'validation.required'),
      type: z.literal(type),
      hidden: z.boolean({ error: 'validation.boolean' }).optional(),
      ...mapValues(fields, (field) => valueInput(field, isDraft)),
    },
    { error: 'validation.value' },
  )

function blocksInput({ types, max, maxBytes }: BlocksField, isDraft: boolean): z.ZodType {
  // Made when used: there are hundreds of them.
  const anyBlock = z.lazy(() => {
    const [first, ...others] = Object.entries(types).map(([type, fields]) => blockInput(type, fields, isDraft))
    if (!first) throw new Error('Blocks need a type')
    return z.discriminatedUnion('type', [first, ...others], { error: 'validation.value' })
  })
  return z
    .array(anyBlock, { error: 'validation.value' })
    .max(max, 'validation.value')
    .superRefine((blocks, context) => {
      for (const [index, { id }] of blocks.entries())
        if (blocks.findIndex((block) => block.id === id) < index)
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'validation.value' })
      if (new TextEncoder().encode(JSON.stringify(blocks)).length > maxBytes)
        context.addIssue({ code: 'custom', message: 'validation.tooLong' })
    })
    .optional()
    .default([])
}

/** The schema in a response: accepts whatever is stored, also by older releases. */
export function answerSchema(field: Field | RowField): z.ZodType {
  const row = (fields: RowFields) => z.object(mapValues(fields, (one) => answerSchema(one).optional()))
  if (field.type === 'group') return row(field.fields)
  if (field.type === 'list') return z.array(row(field.entry))
  if (field.type === 'blocks')
    return z.array(z.looseObject({ id: z.string(), type: z.string(), hidden: z.boolean().optional() }))
  if (field.type === 'flag') return z.boolean()
  if (field.type === 'number') return z.number()
  if (field.type === 'value') return z.json()
  if (field.type === 'moment') return moment
  return field.type === 'link' ? z.string().nullable() : z.string()
}

/** The schema of translations: of rows by position, of blocks by id. */
export function nestedTranslation(field: Nested): z.ZodType {
  if (field.type === 'group') return rowTranslation(field.fields).optional()
  if (field.type === 'list')
    return z
      .array(rowTranslation(field.entry), { error: 'validation.value' })
      .max(field.max, 'validation.value')
      .optional()
  return z.record(blockId, z.record(z.string(), z.unknown())).optional()
}

/** The translation of one row, or of a block of a known type. */
const rowTranslation = (fields: RowFields) =>
  z.strictObject(
    mapValues(
      Object.fromEntries(Object.entries(fields).filter(([, field]) => isTranslatable(field))),
      (field): z.ZodType =>
        isNested(field) ? nestedTranslation(field) : plainText(isText(field) ? field.max : 0).optional(),
    ),
    { error: 'validation.value' },
  )

/** Checks translations of blocks by the types of the blocks with these ids; translations of unknown ids are dropped. */
export const checkBlockTexts = (fields: Fields) => (body: unknown, context: z.RefinementCtx) => {
  const input = asRecord(body)
  const overlays = asRecord(input.translations)
  const pairs = otherLanguages.flatMap((language) =>
    Object.entries(fields).map((field) => [language, ...field] as const),
  )
  for (const [language, name, field] of pairs) {
    const texts = asRecord(overlays[language])[name]
    if (field.type !== 'blocks' || !isRecord(texts)) continue
    for (const block of blocksIn(input[name])) {
      const id = String(block.id)
      const parsed = rowTranslation(fieldsOfBlock(field, block)).safeParse(Object.hasOwn(texts, id) ? texts[id] : {})
      for (const { path, message } of parsed.error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['translations', language, name, id, ...path], message })
    }
  }
}

const mapValues = <Value>(fields: RowFields, toValue: (field: RowField) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field)]))
