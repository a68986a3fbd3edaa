import { z } from 'zod'
import { isSafeUrl, isStorable, optionalUrl, plainText, requiredText, url } from '#text/schema'

/** How a text is written: on one line, on several, or as formatted HTML. */
export type TextType = 'text' | 'lines' | 'html'

export type TextField = {
  type: TextType
  /** UTF-16 units at most. */
  max: number
  /** Must be there before visitors see the record. */
  required?: true
  /** May be said otherwise in another language. */
  translated?: true
  /** Is looked in by searches. */
  searched?: true
  /** The catalog has a hint for whoever fills it in (`post.excerptHint`). */
  hinted?: true
  /** What other records say here is offered to whoever fills it in. */
  suggested?: true
  /** While it is empty, its editor proposes the first sentences of `content`, and publishes them. */
  proposed?: 'firstSentences'
}

/** Proposed as such: the first picture in `content`. */
export type PictureField = { type: 'picture'; required: true; proposed?: 'firstPicture' }

/**
 * A `picture` is the address of one; a `link` is null without one; a `moment` that is left out is now, or stays; a
 * `flag` is no, unless said.
 */
export type Field = TextField | PictureField | { type: 'link' | 'moment' | 'flag' }

/**
 * What a kind of record holds, field by field, beside what every record has (id, slug, SEO fields, translations,
 * version).
 */
export type Fields = Record<string, Field>

/** The fields that can be said otherwise in another language. */
export type TranslatedName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { translated: true } ? Name : never
}[keyof F] &
  string

export const isText = (field: Field): field is TextField =>
  field.type === 'text' || field.type === 'lines' || field.type === 'html'

export const namesOf = <F extends Fields>(fields: F, fits: (field: Field) => boolean): string[] =>
  Object.entries(fields)
    .filter(([, field]) => fits(field))
    .map(([name]) => name)

export const translatedNames = (fields: Fields): string[] =>
  namesOf(fields, (field) => isText(field) && field.translated === true)
export const searchedNames = (fields: Fields): string[] =>
  namesOf(fields, (field) => isText(field) && field.searched === true)

// What each type of field takes from a body, and answers.
const optionalText = (max: number) => plainText(max).trim().optional().default('')
const flag = z.boolean({ error: 'validation.boolean' }).optional().default(false)
const link = optionalUrl()
const givenMoment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
  .refine(isCommonEra, 'validation.date')
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .optional()
const moment = z.iso.datetime()
const nullableMoment = moment.nullable()
const unsetText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .max(max, 'validation.tooLong')
    .refine(isStorable, 'validation.characters')
    .optional()
    .default('')
const unsetUrl = unsetText(2048).refine((text) => text === '' || isSafeUrl(text), 'validation.url')
const nullableText = z.string().nullable()

type InputSchema<F extends Field> = F extends { type: 'flag' }
  ? typeof flag
  : F extends { type: 'link' }
    ? typeof link
    : F extends { type: 'moment' }
      ? typeof givenMoment
      : F extends { required: true }
        ? z.ZodString
        : ReturnType<typeof optionalText>

/** Only the title must be there. */
type DraftSchema<Name, F extends Field> = F extends { type: 'flag' }
  ? typeof flag
  : F extends { type: 'link' }
    ? typeof link
    : F extends { type: 'moment' }
      ? typeof givenMoment
      : Name extends 'title'
        ? z.ZodString
        : ReturnType<typeof unsetText>

type EditedSchema<F extends Field> = F extends { type: 'moment' } ? typeof nullableMoment : AnswerSchema<F>

type AnswerSchema<F extends Field> = F extends { type: 'flag' }
  ? z.ZodBoolean
  : F extends { type: 'link' }
    ? typeof nullableText
    : F extends { type: 'moment' }
      ? typeof moment
      : z.ZodString

export type InputShape<F extends Fields> = { [Name in keyof F]: InputSchema<F[Name]> }
export type AnswerShape<F extends Fields> = { [Name in keyof F]: AnswerSchema<F[Name]> }
export type DraftShape<F extends Fields> = { [Name in keyof F]: DraftSchema<Name, F[Name]> }
export type EditedShape<F extends Fields> = { [Name in keyof F]: EditedSchema<F[Name]> }
export type TranslationShape<F extends Fields> = { [Name in TranslatedName<F>]: z.ZodOptional<z.ZodString> }

/** What a body may hold, as it is checked before it is published. */
export const inputShape = <F extends Fields>(fields: F) => mapFields(fields, inputSchema) as InputShape<F>

/** The same of a draft. */
export const draftShape = <F extends Fields>(fields: F) => mapFields(fields, draftSchema) as DraftShape<F>

/** What an answer to its editors holds: the moment of a draft may not be set. */
export const editedShape = <F extends Fields>(fields: F) =>
  mapFields(fields, (field) => (field.type === 'moment' ? nullableMoment : answerSchema(field))) as EditedShape<F>

/** What an answer holds. */
export const answerShape = <F extends Fields>(fields: F) => mapFields(fields, answerSchema) as AnswerShape<F>

/** What another language may say otherwise. */
export const translationShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    translatedNames(fields).map((name) => [name, translationSchema(fields[name])]),
  ) as TranslationShape<F>

function inputSchema(field: Field): z.ZodType {
  if (field.type === 'flag') return flag
  if (field.type === 'link') return link
  if (field.type === 'moment') return givenMoment
  if (!isText(field)) return url()
  return field.required ? requiredText(field.max) : optionalText(field.max)
}

function draftSchema(field: Field, name: string): z.ZodType {
  if (field.type === 'picture') return unsetUrl
  return isText(field) && field.required && name !== 'title' ? unsetText(field.max) : inputSchema(field)
}

function answerSchema({ type }: Field): z.ZodType {
  if (type === 'flag') return z.boolean()
  if (type === 'link') return nullableText
  return type === 'moment' ? moment : z.string()
}

const translationSchema = (field: Field | undefined) => plainText(field && isText(field) ? field.max : 0).optional()

const mapFields = (fields: Fields, toSchema: (field: Field, name: string) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field, name)]))

/** Four-digit years are what a date picker, ISO text and Postgres agree on. */
function isCommonEra(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}
