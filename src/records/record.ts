import { z } from 'zod'
import type { Kind } from '#base/events'
import { plainText } from '#base/text/schema'
import { answerShape, type Fields, inputShape, translationShape } from './fields'
import { seoMetadata } from './seo-metadata'

type KindSpec<F extends Fields> = {
  /** The name of one, in events, texts (`post.created`) and faults (`errors.postNotFound`). */
  name: Kind
  /** What the API's document calls one and many of them. */
  noun: { one: string; many: string }
  /** Below `/api`. */
  api: `/${string}`
  /** Of the public page of one. */
  page: `/${string}/:slug/`
  /** `title` names a record; `content` is its body, which lists leave out. */
  fields: F
  /** The fields that stand beside the text in the editor. */
  aside: readonly (keyof F & string)[]
  /** Slugs that an address of the API has taken. */
  reservedSlugs?: readonly string[]
}

/** Every kind has these two. */
type Told = { title: { type: 'text'; max: number; required: true; translated: true }; content: { type: 'html'; max: number; required: true; translated: true } }

/**
 * The one description of a kind of record: its paths, its fields, and the shapes that follow from them. `record` is one as it is
 * answered, `summary` one in a list, `input` the body that stores one, `translations` what it says in other languages.
 */
export function defineKind<const F extends Fields & Told>(spec: KindSpec<F>) {
  const id = spec.name.charAt(0).toUpperCase() + spec.name.slice(1)
  const { content: _, ...listed } = spec.fields
  const own = { id: z.int(), slug: z.string(), updatedAt: z.iso.datetime(), version: z.int() }
  const translations = z.object({ es: z.object({ ...translationShape<F>(spec.fields), metadata: seoMetadata.optional() }).optional() })
  return {
    ...spec,
    reservedSlugs: spec.reservedSlugs ?? [],
    translations,
    record: z.object({ ...own, ...answerShape<F>(spec.fields), metadata: seoMetadata, translations }).meta({ id }),
    summary: z.object({ ...own, ...answerShape(listed), translations: z.object({ es: z.object(translationShape(listed)).optional() }) }).meta({ id: `${id}Summary` }),
    input: z.object({
      ...inputShape<F>(spec.fields),
      slug: plainText(200).trim().regex(/^[\w-]*$/, 'validation.slug')
        .refine((slug) => spec.reservedSlugs?.includes(slug) !== true, 'validation.reservedSlug').optional().default(''),
      metadata: seoMetadata.optional(),
      translations: translations.optional(),
    }).meta({ id: `${id}Input` }),
  }
}

/** A kind of record, whatever its fields. */
export type RecordKind = Omit<KindSpec<Fields>, 'reservedSlugs'> & {
  reservedSlugs: readonly string[]
  translations: z.ZodType
  record: z.ZodType<StoredRecord>
  summary: z.ZodType<RecordSummary>
  input: z.ZodType<RecordInput>
}

/** What all records hold, whatever their kind. */
export type RecordSummary = { id: number; slug: string; title: string; updatedAt: string; version: number; translations: { es?: object } }
export type StoredRecord = RecordSummary & { content: string; metadata: z.infer<typeof seoMetadata> }
export type RecordInput = { title: string; slug: string; content: string; metadata?: z.infer<typeof seoMetadata>; translations?: { es?: { content?: string } } }

/** The name of a kind, as texts and faults begin with it. */
export const idOf = ({ name }: Pick<RecordKind, 'name'>): string => name.charAt(0).toUpperCase() + name.slice(1)
