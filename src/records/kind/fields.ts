/** How a text is written: on one line, on several, or as formatted HTML. */
export type TextType = 'text' | 'lines' | 'html'

export type TextField = {
  type: TextType
  /** UTF-16 units at most. */
  max: number
  /** Must be there before visitors see the record. */
  required?: true
  /** In rows and blocks: must be there too, but may be empty. */
  present?: true
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

/** The address of one. Proposed as such: the first picture in `content`. */
export type PictureField = { type: 'picture'; required?: true; proposed?: 'firstPicture' }

/** Several that belong together, such as a picture and what it shows. */
export type GroupField = { type: 'group'; fields: RowFields; required?: true }

/** Rows with fields of their own, in one order in all languages. */
export type ListField = { type: 'list'; min?: number; max: number; entry: RowFields }

/**
 * Blocks of different types, each with fields of its own, and with an id by which its translation finds it. Those that
 * are `hidden` are for editors alone. At most `max`, in `maxBytes` of JSON.
 */
export type BlocksField = {
  type: 'blocks'
  max: number
  maxBytes: number
  types: Readonly<Record<string, RowFields>>
}

/** A `link` is null without one; a `moment` that is left out is now, or stays; a `flag` is no, unless said. */
export type Field =
  TextField | PictureField | { type: 'link' } | { type: 'moment' } | { type: 'flag' } | ListField | BlocksField

/** In rows: whatever a text may link to, a part of the page (`#waitlist`) among it. */
export type LinkField = { type: 'link'; required?: true }

/** A whole one. */
export type NumberField = { type: 'number'; min: number; max: number }

/** What rows, groups and blocks hold. */
export type RowField =
  | TextField
  | PictureField
  | LinkField
  /** What something is called in addresses, such as a category. */
  | { type: 'slug' }
  | { type: 'flag' }
  | NumberField
  | GroupField
  | ListField
export type RowFields = { readonly [name: string]: RowField }

/**
 * What a kind of record holds, field by field, beside what every record has (id, slug, SEO fields, translations,
 * version).
 */
export type Fields = Readonly<Record<string, Field>>

/** The fields that can be said otherwise in another language. */
export type TranslatedName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { translated: true } ? Name : never
}[keyof F] &
  string

export const isText = (field: Field | RowField): field is TextField =>
  field.type === 'text' || field.type === 'lines' || field.type === 'html'

/** Holds fields of its own. */
export const isNested = (field: Field | RowField): field is GroupField | ListField | BlocksField =>
  field.type === 'group' || field.type === 'list' || field.type === 'blocks'

export const namesOf = <Declared>(
  fields: Readonly<Record<string, Declared>>,
  fits: (field: Declared) => boolean,
): string[] =>
  Object.entries(fields)
    .filter(([, field]) => fits(field))
    .map(([name]) => name)

export const translatedNames = (fields: Fields): string[] => namesOf(fields, isTranslatable)
export const searchedNames = (fields: Fields): string[] =>
  namesOf(fields, (field) => isText(field) && field.searched === true)

/** Says something otherwise in another language, or holds what does. */
export function isTranslatable(field: Field | RowField): boolean {
  if (isText(field)) return field.translated === true
  return partsOf(field).some((part) => Object.values(part).some(isTranslatable))
}

/** The sets of fields inside a field: of blocks one for each type. */
export function partsOf(field: Field | RowField): readonly RowFields[] {
  if (field.type === 'list') return [field.entry]
  if (field.type === 'group') return [field.fields]
  return field.type === 'blocks' ? Object.values(field.types) : []
}

export const nestedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isNested(field)))

/** Whether the records of a kind have a body of HTML; the SEO fields of those without are a column of their own. */
export const hasContent = ({ fields }: { fields: Fields }): boolean => Object.hasOwn(fields, 'content')
