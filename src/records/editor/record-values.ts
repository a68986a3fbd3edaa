import { packContent, unpackContent } from '#records/content'
import { isRecord } from '#base/text/parse-json'
import type { SeoMetadata } from '#records/seo-metadata'
import { type SeoField, seoFields } from './seo-fields'

const spanish = 'translations.es.'

/** The SEO fields of a record that has any, in an editor's flat form. `metadata` holds, as JSON text, what no field shows. */
export type SeoValues = { [Field in SeoField as `metadata.${Field}`]: string } & { metadata: string }

/** The SEO fields of the Spanish version, in the same form. */
export type SpanishSeoValues = { [Field in keyof SeoValues as `translations.es.${Field}`]: string }

/** The HTML and SEO fields of a stored record: from its content, which may be JSON text, and from the metadata beside it. */
export function unpackRecord({ content, metadata }: { content: string; metadata: SeoMetadata }): SeoValues & { content: string } {
  const parts = unpackContent(content)
  return { ...toSeoValues({ ...parts.metadata, ...metadata }), content: parts.html }
}

/** The stored form of the two. */
export function packRecord(values: SeoValues & { content: string }): string {
  return packContent({ html: values.content, metadata: seoMetadataOf(values) })
}

export const blankSeo: SeoValues = toSeoValues({})

export function toSpanishSeo(metadata: SeoMetadata | undefined): SpanishSeoValues {
  return Object.fromEntries(Object.entries(toSeoValues(metadata ?? {})).map(([field, text]) => [`${spanish}${field}`, text])) as SpanishSeoValues
}

/** What is filled of the Spanish texts and SEO fields, as the body of a save names it. */
export function spanishOf(values: Record<string, string | boolean> & SpanishSeoValues, texts: readonly string[]): { es?: Record<string, unknown> } {
  const filled = texts.map((text) => [text, packed(text, values[`${spanish}${text}`])]).filter(([, text]) => text !== '')
  const seo = Object.fromEntries(Object.keys(toSeoValues({})).map((field) => [field, values[`${spanish}${field}` as keyof SpanishSeoValues]])) as SeoValues
  const metadata = seoMetadataOf(seo)
  const es = { ...Object.fromEntries(filled), ...(Object.keys(metadata).length > 0 ? { metadata } : {}) }
  return Object.keys(es).length > 0 ? { es } : {}
}

const packed = (text: string, value: string | boolean | undefined) =>
  text === 'content' && typeof value === 'string' ? packContent({ html: value, metadata: {} }) : value

function toSeoValues(metadata: SeoMetadata): SeoValues {
  const others = Object.fromEntries(Object.entries(metadata).filter(([key, value]) => !isSeoField(key) || typeof value !== 'string'))
  const text = (field: SeoField) => (typeof metadata[field] === 'string' ? metadata[field] : '')
  return {
    metadata: Object.keys(others).length === 0 ? '' : JSON.stringify(others),
    'metadata.title': text('title'),
    'metadata.description': text('description'),
    'metadata.keywords': text('keywords'),
    'metadata.canonical': text('canonical'),
    'metadata.ogTitle': text('ogTitle'),
    'metadata.ogDescription': text('ogDescription'),
    'metadata.ogImage': text('ogImage'),
  }
}

/** The SEO fields as they are saved: the filled ones, and those that no field shows. */
export function seoMetadataOf(values: SeoValues): SeoMetadata {
  const others: unknown = values.metadata === '' ? {} : JSON.parse(values.metadata)
  const filled = seoFields.map((field) => [field, values[`metadata.${field}`].trim()]).filter(([, text]) => text !== '')
  return { ...(isRecord(others) ? others : {}), ...Object.fromEntries(filled) }
}

const isSeoField = (key: string): key is SeoField => seoFields.some((field) => field === key)
