import { type Translations, byOtherLanguage } from '#i18n/by-language'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { asRecord, parseJson } from '#text/parse-json'
import { packContent, unpackContent } from '#records/kind/content'
import { type Field, type Fields, hasContent, isNested, nestedFields, translatedNames } from '#records/kind/fields'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import type { SeoMetadata } from '#records/kind/seo-metadata'
import { type SeoField, seoFields } from '#records/editor/fields/seo-fields'
import { pathIn, readPath, type Values } from './values'
import type { Loaded } from '#records/editor/saving/editor-state'
import { blocksIn, declaredValues } from '#records/kind/nested'

/** The SEO fields of a record in an editor's flat form. `metadata` contains the keys without a field, as JSON text. */
type SeoValues = { [Name in SeoField as `metadata.${Name}`]: string } & {
  metadata: string
  'metadata.noindex': boolean
}

/** The SEO fields of the other languages, in the same form. */
type TranslatedSeoValues = { [Name in keyof SeoValues as `translations.${OtherLanguage}.${Name}`]: SeoValues[Name] }

/**
 * A record as form values: one flat entry per field, keyed by its path in the saved body; `slug` is '' while it is
 * derived from the title.
 */
export type RecordValues = SeoValues &
  TranslatedSeoValues & { title: string; slug: string } & Record<string, string | boolean>

/** The values of a new record. */
export const blankValues = ({ fields }: Pick<RecordKind, 'fields'>): RecordValues => ({
  ...seoValues({}),
  ...inOthers((language) => seoIn(language, {})),
  title: '',
  slug: '',
  ...mapFields(fields, blankValue),
  ...inOthers((language) => mapTexts(language, fields, () => '')),
})

/** The values of a stored record: its SEO fields come from the metadata and from a content that is JSON text. */
export function toValues(
  { fields }: Pick<RecordKind, 'fields'>,
  record: Pick<EditedRecord, 'title' | 'slug' | 'content' | 'metadata' | 'translations'>,
): RecordValues {
  const { html, metadata } = unpackContent(record.content ?? '')
  const textsIn = (language: OtherLanguage) => Object.fromEntries(Object.entries(record.translations[language] ?? {}))
  const stored = new Map<string, unknown>(Object.entries(record))
  return {
    ...seoValues({ ...metadata, ...record.metadata }),
    ...inOthers((language) => seoIn(language, asRecord(textsIn(language).metadata))),
    ...mapFields(fields, (field, name) => toValue(stored.get(name), field)),
    ...inOthers((language) => {
      const texts = textsIn(language)
      return mapTexts(language, fields, (name) =>
        translatedValue(texts[name], name === 'content' && hasContent({ fields })),
      )
    }),
    title: record.title,
    slug: record.slug,
    ...(hasContent({ fields }) ? { content: html } : {}),
  }
}

/** The values of a draft, or of an old version, in the editor's form. */
export function fromStored(kind: Pick<RecordKind, 'fields'>, values: Record<string, unknown>): RecordValues {
  return toValues(kind, {
    ...values,
    title: textOf(values.title),
    slug: textOf(values.slug),
    content: packed(textOf(values.content)),
    metadata: asRecord(values.metadata),
    translations: asRecord(values.translations),
  })
}

/** The editable content of a record: its draft, if it has one. */
export const toLoaded = (kind: Pick<RecordKind, 'fields'>, record: EditedRecord): Loaded<RecordValues> => ({
  values: record.draft ? fromStored(kind, record.draft.values) : toValues(kind, record),
  version: record.version,
  draft: record.draft?.version ?? 0,
})

/** The body that stores the values. */
export function toBody({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Record<string, unknown> {
  return {
    ...mapFields(fields, (field, name) => fromValue(values[name] ?? '', field)),
    slug: values.slug,
    ...(hasContent({ fields }) ? { content: packed(textOf(values.content)) } : {}),
    metadata: seoMetadataOf((field) => values[field]),
    translations: translationsOf(fields, values),
  }
}

/** The SEO fields to save: the filled ones, and the keys without a field. */
function seoMetadataOf(read: (field: keyof SeoValues) => unknown): SeoMetadata {
  const others: unknown = read('metadata') === '' ? {} : JSON.parse(textOf(read('metadata')))
  const filled = seoFields
    .map((field) => [field, textOf(read(`metadata.${field}`)).trim()])
    .filter(([, text]) => text !== '')
  const noindex = read('metadata.noindex') === true ? { noindex: true } : {}
  return { ...asRecord(others), ...Object.fromEntries(filled), ...noindex }
}

/** The non-empty texts and SEO fields of each other language. */
const translationsOf = (fields: Fields, values: RecordValues): Translations<Record<string, unknown>> =>
  Object.fromEntries(
    otherLanguages
      .map((language) => [language, textsOf(fields, values, language)] as const)
      .filter(([, texts]) => texts),
  )

function textsOf(fields: Fields, values: RecordValues, language: OtherLanguage): Record<string, unknown> | undefined {
  const nestedNames = Object.keys(nestedFields(fields))
  const texts = typedNames(fields).map((name) => [name, textOf(values[pathIn(language, name)])] as const)
  const filled = texts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [
      name,
      name === 'content' ? packed(text) : nestedNames.includes(name) ? parseJson(text) : text,
    ])
  const metadata = seoMetadataOf((field) => values[`translations.${language}.${field}`])
  const overlay = { ...Object.fromEntries(filled), ...(Object.keys(metadata).length > 0 ? { metadata } : {}) }
  return Object.keys(overlay).length > 0 ? overlay : undefined
}

function fromValue(value: string | boolean, field: Field): unknown {
  if (isNested(field)) return parseJson(String(value)) ?? []
  return field.type === 'moment' && value === '' ? null : value
}

/** The editable fields of another language: the texts and the slug. */
const typedNames = (fields: Fields): string[] => [...translatedNames(fields), 'slug']

/** Packs HTML that would be parsed as JSON. */
const packed = (html: string) => packContent({ html, metadata: {} })

function seoValues(metadata: SeoMetadata): SeoValues {
  const others = Object.fromEntries(
    Object.entries(metadata).filter(
      ([key, value]) =>
        (!isSeoField(key) || typeof value !== 'string') && (key !== 'noindex' || typeof value !== 'boolean'),
    ),
  )
  return {
    metadata: Object.keys(others).length === 0 ? '' : JSON.stringify(others),
    ...Object.fromEntries(seoFields.map((field) => [`metadata.${field}`, textOf(metadata[field])])),
    'metadata.noindex': metadata.noindex === true,
  } as SeoValues
}

/** The entries of all other languages in one object. */
const inOthers = <Entries extends object>(entries: (language: OtherLanguage) => Entries): Entries =>
  Object.assign({}, ...otherLanguages.map(entries))

const seoIn = (language: OtherLanguage, metadata: SeoMetadata) =>
  Object.fromEntries(
    Object.entries(seoValues(metadata)).map(([field, text]) => [pathIn(language, field), text]),
  ) as TranslatedSeoValues

const mapTexts = (language: OtherLanguage, fields: Fields, text: (name: string) => string): Record<string, string> =>
  Object.fromEntries(typedNames(fields).map((name) => [pathIn(language, name), text(name)]))

function blankValue({ type }: Field): string | boolean {
  if (type === 'flag') return false
  return type === 'moment' ? new Date().toISOString() : ''
}

function toValue(stored: unknown, field: Field): string | boolean {
  if (isNested(field)) return stored === undefined ? '' : JSON.stringify(stored)
  return field.type === 'flag' ? stored === true : textOf(stored)
}

/** Rows and blocks are JSON text; stored content may be packed. */
function translatedValue(value: unknown, isContent: boolean): string {
  if (isContent) return unpackContent(textOf(value)).html
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const isSeoField = (key: string) => seoFields.some((field) => field === key)

const mapFields = <Value>(fields: Fields, change: (field: Field, name: string) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]))

type Json = Record<string, unknown>

/** The values of these fields, which the editor's form stores as JSON text, one for each language. */
export function toContent(names: readonly string[], values: RecordValues): Json {
  const read = (toPath: (name: string) => string) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = parseJson(String(values[toPath(name)] ?? ''))
        return value === undefined ? [] : [[name, value]]
      }),
    )
  return {
    ...read((name) => name),
    translations: byOtherLanguage((language) => read((name) => pathIn(language, name))),
  }
}

/** The values of all fields with nested fields. */
export const nestedContent = ({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Json =>
  toContent(Object.keys(nestedFields(fields)), values)

/** The form values of such a content. */
export function nestedValues(names: readonly string[], content: Json): Record<string, string> {
  const translations = asRecord(content.translations)
  const write = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, write(content[name])],
      ...otherLanguages.map((language) => [pathIn(language, name), write(asRecord(translations[language])[name])]),
    ]),
  )
}

/**
 * The values with each text of rows and blocks as an entry of its own, keyed by its path; plus the list of blocks and
 * their hidden flags.
 */
export function spreadNested({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Values {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const { translations, ...content } = toContent(names, values)
  const overlays = asRecord(translations)
  const texts = (own: unknown, below: string) =>
    declaredValues(nested, asRecord(own), content).map(({ path, value }) => [
      below + path,
      typeof value === 'boolean' ? value : String(value ?? ''),
    ])
  const translated = otherLanguages.flatMap((language) => texts(overlays[language], pathIn(language, '')))
  const shown = ({ type, hidden }: Json) => (hidden === true ? `${String(type)} hidden` : String(type))
  const order = names
    .filter((name) => nested[name]?.type === 'blocks')
    .map((name) => [name, blocksIn(content[name]).map(shown).join('\n')])
  const plain = Object.entries(values).filter(([name]) => !names.includes(readPath(name).name))
  return Object.fromEntries([...plain, ...order, ...texts(content, ''), ...translated]) as Values
}
