import { z } from 'zod'
import type { Kind } from '#platform/events/events'
import type { Issue } from '#contract/http-error'
import type { RecordPath } from '#i18n/addresses/routing'
import { byOtherLanguage, type Translations } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { libraryFiles } from '#platform/images/contract'
import { plainText } from '#text/schema'
import { answerShape, draftShape, editedShape, inputShape, translationShape } from './field-schemas'
import { type Field, type Fields, namesOf } from './fields'
import { checkBlockTexts } from './nested-schemas'
import { draft, draftSummary } from '#records/history/history-contract'
import { seoMetadata } from './seo-metadata'
import { type Translation, translation } from '#records/translation/translation-contract'

type KindSpec<F extends Fields, Name extends Kind = Kind> = {
  /** The name of one, in events, texts (`post.created`) and faults (`errors.postNotFound`). */
  name: Name
  /** What the API's document calls one and many of them, and its section on them. */
  noun: { one: string; many: string }
  tag: { name: string; description: string }
  /** What visitors read above their list, on breadcrumbs and on shared pictures; those without a list have none. */
  label?: MessageId
  /** Below `/api`. */
  api: `/${string}`
  /** Of the public page of one; its list stands above it, unless that is the home page. */
  page: RecordPath
  /** The screen of the admin on which they are edited. */
  screen: `/${string}/`
  /** What schema.org calls one. */
  schemaType: 'BlogPosting' | 'CreativeWork' | 'WebPage'
  /** What schema.org is told of one besides. */
  linkedData?: (record: object, language: Language) => object[]
  /** `title` names a record; `content` is its body of HTML, where it has one. Lists leave out that, and blocks. */
  fields: F
  /** The fields that stand beside the text in the editor. */
  aside: readonly (keyof F & string)[]
  /** Slugs that an address of the API, or of the site, has taken. */
  reservedSlugs?: readonly string[]
  /** Editors put them into an order of their own, with `PUT /order` of their API. */
  arranged?: true
  /**
   * What fields are called, by the names of those around them and their own, where that is not `post.excerpt`; undefined
   * where none is declared.
   */
  labelOf?: (names: readonly string[]) => MessageId | undefined
}

/** What editors, histories and translations need of a kind: of what has a name in the place of an id too. */
export type DescribedKind = Pick<KindSpec<Fields>, 'name' | 'api' | 'fields' | 'labelOf'>

/** Every kind has these. */
type Told = {
  title: { type: 'text'; max: number; required: true; translated: true }
  content?: { type: 'html'; max: number; required: true; translated: true }
  publishedAt: { type: 'moment' }
}

/** What a record may be called in a body, and how it stands. */
export const statuses = ['draft', 'scheduled', 'published', 'trashed'] as const
export type Status = (typeof statuses)[number]
/** What editors ask for: one status, or all that does not lie in the trash. */
export type StatusFilter = 'all' | Status
const status = z.enum(statuses)
/** What a record in the trash was before; absent from all others. */
const trashedFrom = z.enum(['draft', 'published']).optional()
export const wantedStatus = z.enum(['draft', 'published'], { error: 'validation.status' }).optional()
export type WantedStatus = z.infer<typeof wantedStatus>

/**
 * The one description of a kind of record: its paths, its fields, and the shapes that follow from them. `record` is one
 * as visitors read it, `summary` one in a list; `written` is what a write answers, `edited` and `editedSummary` what
 * its editors read. `input` is the body that publishes one,
 * `draftInput` one of which hardly anything need be there. `translations` is what it says in other languages.
 */
export function defineKind<const F extends Fields & Told, const Name extends Kind>(spec: KindSpec<F, Name>) {
  const id = idOf(spec)
  const listed = listedFields<F>(spec.fields)
  const withBlocks = <Schema extends z.ZodObject>(schema: Schema): Schema =>
    namesOf<Field>(spec.fields, ({ type }) => type === 'blocks').length > 0
      ? schema.superRefine(checkBlockTexts(spec.fields))
      : schema
  const own = { id: z.int(), slug: z.string(), updatedAt: z.iso.datetime(), version: z.int(), status }
  const name = plainText(200)
    .trim()
    .regex(/^[\w-]*$/, 'validation.slug')
    .refine((typed) => !isReserved(spec, typed), 'validation.reservedSlug')
  const slug = name.optional().default('')
  const texts = translationShape<F>(spec.fields)
  const said = z.object({ ...texts, slug: name.optional(), metadata: seoMetadata.optional() })
  const translations = z.object(byOtherLanguage(() => said.optional()))
  const listedSaid = z.object({ ...translationShape(listed), slug: name.optional() })
  const listedTranslations = z.object(byOtherLanguage(() => listedSaid.optional()))
  const written = z.object({ ...own, ...editedShape<F>(spec.fields), metadata: seoMetadata, translations })
  const named = libraryFiles
  const common = { slug, metadata: seoMetadata.optional(), translations: translations.optional() }
  return {
    ...spec,
    reservedSlugs: spec.reservedSlugs ?? [],
    translations,
    record: z
      .object({ ...own, ...answerShape<F>(spec.fields), metadata: seoMetadata, translations, ...named })
      .meta({ id }),
    summary: z
      .object({ ...own, ...answerShape(listed), translations: listedTranslations, ...named })
      .meta({ id: `${id}Summary` }),
    written: written.meta({ id: `Written${id}` }),
    edited: z.object({ ...written.shape, draft: draft.nullable(), translation }).meta({ id: `Edited${id}` }),
    editedSummary: z
      .object({
        ...own,
        ...editedShape(listed),
        translations: listedTranslations,
        draft: draftSummary.nullable(),
        translation,
        trashedFrom,
      })
      .meta({ id: `Edited${id}Summary` }),
    input: withBlocks(z.object({ ...inputShape<F>(spec.fields), ...common, status: wantedStatus })).meta({
      id: `${id}Input`,
    }),
    draftInput: withBlocks(z.object({ ...draftShape<F>(spec.fields), ...common })).meta({ id: `${id}DraftInput` }),
  }
}

/** Lists leave out what a record is made of. */
type Listed<F extends Fields> = {
  [Name in keyof F as Name extends 'content' ? never : F[Name] extends { type: 'blocks' } ? never : Name]: F[Name]
}
const listedFields = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, { type }]) => name !== 'content' && type !== 'blocks'),
  ) as Listed<F>

/** A kind of record, whatever its fields. */
export type RecordKind = Omit<KindSpec<Fields>, 'reservedSlugs'> & {
  reservedSlugs: readonly string[]
  translations: z.ZodType
  record: z.ZodType<StoredRecord>
  summary: z.ZodType<RecordSummary>
  written: z.ZodType<Omit<EditedRecord, 'draft' | 'translation'>>
  edited: z.ZodType<EditedRecord>
  editedSummary: z.ZodType<EditedSummary>
  input: z.ZodType<RecordInput>
  draftInput: z.ZodType<RecordInput>
}

/** What all records hold, whatever their kind. */
export type RecordSummary = {
  id: number
  slug: string
  title: string
  status: Status
  updatedAt: string
  version: number
  translations: Translations<{ title?: string; slug?: string; metadata?: object }>
}
export type StoredRecord = RecordSummary & {
  content?: string
  metadata: z.infer<typeof seoMetadata>
  publishedAt: string
}
export type EditedSummary = RecordSummary & {
  publishedAt: string | null
  draft: z.infer<typeof draftSummary> | null
  translation: Translation
  trashedFrom?: z.infer<typeof trashedFrom>
}
export type EditedRecord = Omit<StoredRecord, 'publishedAt'> & {
  publishedAt: string | null
  draft: z.infer<typeof draft> | null
  /** What a plain write answers does not tell it. */
  translation?: Translation
}

export type RecordInput = {
  title: string
  slug: string
  content?: string
  publishedAt?: string | null
  status?: WantedStatus
  metadata?: z.infer<typeof seoMetadata>
  translations?: Translations<{ content?: string; slug?: string }>
}

/** A body as it was read: what keeps it from being published is told when it is to be. */
export type RecordBody = { input: RecordInput; faults: readonly Issue[] }

/** Of the public list of a kind. */
export const listPath = ({ page }: Pick<RecordKind, 'page'>): string => page.replace(':slug/', '')

/** The name of a kind, as its schemas and the operations of its API are called. */
export const idOf = ({ name }: Pick<RecordKind, 'name'>): string =>
  name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

/** At the top of the site, whatever its case: nobody is to mistake it for what the site has there. */
const isReserved = ({ page, reservedSlugs = [] }: Pick<KindSpec<Fields>, 'page' | 'reservedSlugs'>, typed: string) =>
  reservedSlugs.includes(page === '/:slug/' ? typed.toLowerCase() : typed)
