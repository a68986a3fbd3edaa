import { z } from 'zod'
import { isCommonEra, plainText, requiredText, url } from '#text/schema'
import {
  type Field,
  type Fields,
  isNested,
  isText,
  isTranslatable,
  type RowFields,
  type TextField,
  type TranslatedName,
} from './fields'
import {
  answerSchema,
  nestedInput,
  nestedTranslation,
  flag,
  link,
  moment,
  optionalText,
  unsetText,
  unsetUrl,
} from './nested-schemas'

// The schemas of each field type in request bodies and responses.
const givenMoment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
  .refine(isCommonEra, 'validation.date')
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .optional()
const nullableMoment = moment.nullable()

type Row = Record<string, unknown>
/** A row of a list. Any value may be absent from a stored one. */
type RowOf<Entry extends RowFields> = { [Name in keyof Entry]?: Entry[Name] extends TextField ? string : unknown }
export type Block = { id: string; type: string; hidden?: boolean } & Row

type Nested = { type: 'list' | 'blocks' }
type NestedSchema<F extends Field> = F extends { type: 'list'; entry: infer Entry extends RowFields }
  ? z.ZodType<RowOf<Entry>[]>
  : z.ZodType<Block[]>

type EditedSchema<F extends Field> = F extends { type: 'moment' } ? typeof nullableMoment : AnswerSchema<F>

type AnswerSchema<F extends Field> = F extends Nested
  ? NestedSchema<F>
  : F extends { type: 'flag' }
    ? z.ZodBoolean
    : F extends { type: 'link' }
      ? z.ZodNullable<z.ZodString>
      : F extends { type: 'moment' }
        ? typeof moment
        : z.ZodString

type AnswerShape<F extends Fields> = { [Name in keyof F]: AnswerSchema<F[Name]> }
type EditedShape<F extends Fields> = { [Name in keyof F]: EditedSchema<F[Name]> }
type TranslationShape<F extends Fields> = { [Name in TranslatedName<F>]: z.ZodOptional<z.ZodString> }

/** The shape of a body to publish. */
export const inputShape = (fields: Fields) => mapFields(fields, inputSchema)

/** The shape of a draft's body. */
export const draftShape = (fields: Fields) => mapFields(fields, draftSchema)

/** The shape of a response to editors: the date of a draft may be unset. */
export const editedShape = <F extends Fields>(fields: F) =>
  mapFields(fields, (field) => (field.type === 'moment' ? nullableMoment : answerSchema(field))) as EditedShape<F>

/** The shape of a public response. */
export const answerShape = <F extends Fields>(fields: F) => mapFields(fields, answerSchema) as AnswerShape<F>

/** The shape of the translations into one language. */
export const translationShape = <F extends Fields>(fields: F) =>
  mapFields(
    Object.fromEntries(Object.entries(fields).filter(([, field]) => isTranslatable(field))),
    translationSchema,
  ) as TranslationShape<F>

function inputSchema(field: Field): z.ZodType {
  if (isNested(field)) return nestedInput(field)
  if (field.type === 'flag') return flag
  if (field.type === 'link') return link
  if (field.type === 'moment') return givenMoment
  if (field.type === 'picture') return field.required ? url() : unsetUrl
  if (field.type === 'value') return z.json().optional()
  return field.required ? requiredText(field.max) : optionalText(field.max)
}

function draftSchema(field: Field, name: string): z.ZodType {
  if (isNested(field)) return nestedInput(field, true)
  if (field.type === 'picture') return unsetUrl
  return isText(field) && field.required && name !== 'title' ? unsetText(field.max) : inputSchema(field)
}

const translationSchema = (field: Field) =>
  isNested(field) ? nestedTranslation(field) : plainText(isText(field) ? field.max : 0).optional()

const mapFields = (fields: Fields, toSchema: (field: Field, name: string) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field, name)]))
