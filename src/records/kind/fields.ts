/** The format of a text: one line, several lines, or formatted HTML. */
type TextType = 'text' | 'lines' | 'html'

export type TextField = {
  type: TextType
  /** Maximum length in UTF-16 units. */
  max: number
  /** Required to publish the record. */
  required?: true
  /** In rows and blocks: must be present, but may be empty. */
  present?: true
  /** Can be translated. */
  translated?: true
  /** Included in searches. */
  searched?: true
  /** The catalog has a hint for editors (`post.excerptHint`). */
  hinted?: true
  /** Editors are offered the values of other records. */
  suggested?: true
  /** While it is empty, the editor proposes the first sentences of `content`. */
  proposed?: 'firstSentences'
}

/** The URL of a picture. Proposed: the first picture in `content`. */
export type PictureField = { type: 'picture'; required?: true; proposed?: 'firstPicture' }

/** Several fields that belong together, such as a picture and its description. */
export type GroupField = { type: 'group'; fields: RowFields; required?: true }

/** Rows with fields of their own, in the same order in all languages. */
export type ListField = {
  type: 'list'
  min?: number
  max: number
  entry: RowFields
  /** The catalog has a hint for editors (`project.factsHint`). */
  hinted?: true
}

/** Any JSON value that is not translated, with a control of its own in the editor. */
type ValueField = { type: 'value' }

/**
 * Blocks of different types, each with its own fields, and with an id that its translations refer to. `hidden` ones are
 * only visible to editors. At most `max`, in `maxBytes` of JSON.
 */
export type BlocksField = {
  type: 'blocks'
  max: number
  maxBytes: number
  types: Readonly<Record<string, RowFields>>
}

/** A `link` is null if empty; an absent `moment` is now, or unchanged; an absent `flag` is false. */
export type Field =
  | TextField
  | PictureField
  | { type: 'link' }
  | { type: 'moment' }
  | { type: 'flag' }
  | ValueField
  | GroupField
  | ListField
  | BlocksField

/** In rows: any valid link target, including a fragment of the page (`#waitlist`). */
export type LinkField = { type: 'link'; required?: true }

/** An integer. */
export type NumberField = { type: 'number'; min: number; max: number }

/** The field types in rows, groups and blocks. */
export type RowField =
  | TextField
  | PictureField
  | LinkField
  /** A slug of something else, such as a category. */
  | { type: 'slug' }
  | { type: 'flag' }
  | NumberField
  | ValueField
  | GroupField
  | ListField
export type RowFields = { readonly [name: string]: RowField }

/** The fields of a kind, in addition to those that every record has (id, slug, SEO fields, translations, version). */
export type Fields = Readonly<Record<string, Field>>

/** The names of the translated fields. */
export type TranslatedName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { translated: true } ? Name : never
}[keyof F] &
  string

export const isText = (field: Field | RowField): field is TextField =>
  field.type === 'text' || field.type === 'lines' || field.type === 'html'

/** Whether it has nested fields. */
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

/** Whether it, or a nested field, can be translated. */
export function isTranslatable(field: Field | RowField): boolean {
  if (isText(field)) return field.translated === true
  return partsOf(field).some((part) => Object.values(part).some(isTranslatable))
}

/** The nested fields of a field: for blocks one set for each type. */
export function partsOf(field: Field | RowField): readonly RowFields[] {
  if (field.type === 'list') return [field.entry]
  if (field.type === 'group') return [field.fields]
  return field.type === 'blocks' ? Object.values(field.types) : []
}

export const nestedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isNested(field)))

/** Whether a kind has an HTML body; the SEO fields of kinds without one have a column of their own. */
export const hasContent = ({ fields }: { fields: Fields }): boolean => Object.hasOwn(fields, 'content')
