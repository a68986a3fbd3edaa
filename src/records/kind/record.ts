import { z } from 'zod'
import type { Kind } from '#platform/events/events'
import type { Issue } from '#contract/http-error'
import { isSitePath, reservedSegments } from '#i18n/addresses/reserved-segments'
import type { RecordPath } from '#i18n/addresses/routing'
import { byOtherLanguage, type Translations } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { libraryFiles } from '#platform/images/contract'
import { answerShape, draftShape, editedShape, inputShape, translationShape } from './field-schemas'
import { type Field, type Fields, namesOf } from './fields'
import { checkBlockTexts, ownSlug } from './nested-schemas'
import { draft, draftSummary } from '#records/history/history-contract'
import { seoMetadata } from './seo-metadata'
import { type Translation, translation } from '#records/translation/translation-contract'

type KindSpec<F extends Fields, Name extends Kind = Kind, Public extends string = string> = {
  /** The name of the kind in events, texts (`post.created`) and errors (`errors.postNotFound`). */
  name: Name
  /** Its name in webhook events (`post.published`) and in exports, if it differs. */
  publicName?: Public
  /** The singular and plural of the kind in the OpenAPI document. */
  noun: { one: string; many: string }
  /** The title of its list, in breadcrumbs and on social images too; absent for kinds without a list. */
  label?: MessageId
  /** The path below `/api`. */
  api: `/${string}`
  /** The folder of its files in exports, if it is not named as the path of the API. */
  folder?: string
  /** The path of a record's public page; that of its list is the parent, unless that is the home page. */
  page: RecordPath
  /** The admin screen for its records. */
  screen: `/${string}/`
  /** The schema.org type of a record: `JobPosting`. */
  schemaType: string
  /** Properties of that type in addition to those of every thing, such as name, description and image. */
  schemaProperties?: (record: Readonly<Record<string, unknown>>, language: Language) => object
  /** Additional schema.org data of a record. */
  linkedData?: (record: object, language: Language) => object[]
  /** `title` names a record; `content` is its HTML body, if it has one. Lists exclude `content` and blocks. */
  fields: F
  /** The fields beside the text in the editor. */
  aside: readonly (keyof F & string)[]
  /** Slugs that are taken by other paths of the API; at the top level those of the site and of other kinds are too. */
  reservedSlugs?: readonly string[]
  /** Editors can sort the records manually, with `PUT /order` of their API. */
  arranged?: true
  /**
   * The label of a field, by the names of its ancestors and its own, if it is not `post.excerpt`; undefined for
   * undeclared fields.
   */
  labelOf?: (names: readonly string[]) => MessageId | undefined
}

/** What editors, histories and translations need of a kind; also for pages, which have a name instead of an id. */
export type DescribedKind = Pick<KindSpec<Fields>, 'name' | 'api' | 'fields' | 'labelOf'>

/** Fields of every kind. */
type CommonFields = {
  title: { type: 'text'; max: number; required: true; translated: true }
  content?: { type: 'html'; max: number; required: true; translated: true }
  publishedAt: { type: 'moment' }
}

/** The public status of a record, which is partly derived from its date. */
export const statuses = ['draft', 'scheduled', 'published', 'trashed'] as const
export type Status = (typeof statuses)[number]
/** Filter of editors: one status, or everything outside the trash. */
export type StatusFilter = 'all' | Status
const status = z.enum(statuses)
/** Present if search engines are asked not to list the record. */
const unlisted = { noindex: z.literal(true).optional() }
/** The previous status of a record in the trash; absent otherwise. */
const trashedFrom = z.enum(['draft', 'published']).optional()
export const wantedStatus = z.enum(['draft', 'published'], { error: 'validation.status' }).optional()
export type WantedStatus = z.infer<typeof wantedStatus>

/**
 * Defines a kind of record: its paths, its fields, and the schemas derived from them. `record` is a record for
 * visitors, `summary` one in a list; `written` is the response to a write; `edited` and `editedSummary` are for
 * editors. `input` is the body to publish a record, `draftInput` that of a draft, in which almost everything is
 * optional. `translations` are the texts in other languages.
 */
export function defineKind<
  const F extends Fields & CommonFields,
  const Name extends Kind,
  const Public extends string = Name,
>(spec: KindSpec<F, Name, Public>) {
  firstSegments.add(spec.page.split('/')[1] ?? '')
  const id = idOf(spec)
  const listed = listedFields<F>(spec.fields)
  const withBlocks = <Schema extends z.ZodObject>(schema: Schema): Schema =>
    namesOf<Field>(spec.fields, ({ type }) => type === 'blocks').length > 0
      ? schema.superRefine(checkBlockTexts(spec.fields))
      : schema
  const own = { id: z.int(), slug: z.string(), updatedAt: z.iso.datetime(), version: z.int(), status }
  const name = ownSlug.refine(
    (typed) => !isReserved({ ...spec, reservedSlugs: reservedOf(spec) }, typed),
    'validation.reservedSlug',
  )
  const slug = name.optional().default('')
  const texts = translationShape<F>(spec.fields)
  const overlay = z.object({ ...texts, slug: name.optional(), metadata: seoMetadata.optional() })
  const translations = z.object(byOtherLanguage(() => overlay.optional()))
  const listedOverlay = z.object({
    ...translationShape(listed),
    slug: name.optional(),
    metadata: z.object(unlisted).optional(),
  })
  const listedTranslations = z.object(byOtherLanguage(() => listedOverlay.optional()))
  const written = z.object({ ...own, ...editedShape<F>(spec.fields), metadata: seoMetadata, translations })
  const named = libraryFiles
  const common = { slug, metadata: seoMetadata.optional(), translations: translations.optional() }
  return {
    ...spec,
    publicName: (spec.publicName ?? spec.name) as Public,
    get reservedSlugs() {
      return reservedOf(spec)
    },
    translations,
    record: z
      .object({ ...own, ...answerShape<F>(spec.fields), metadata: seoMetadata, translations, ...named })
      .meta({ id }),
    summary: z
      .object({ ...own, ...answerShape(listed), translations: listedTranslations, ...named, ...unlisted })
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
        ...unlisted,
      })
      .meta({ id: `Edited${id}Summary` }),
    input: withBlocks(z.object({ ...inputShape(spec.fields), ...common, status: wantedStatus })).meta({
      id: `${id}Input`,
    }) as unknown as z.ZodType<RecordInput>,
    draftInput: withBlocks(z.object({ ...draftShape(spec.fields), ...common })).meta({
      id: `${id}DraftInput`,
    }) as unknown as z.ZodType<RecordInput>,
  }
}

/** Lists exclude the content of records. */
type Listed<F extends Fields> = {
  [Name in keyof F as Name extends 'content' ? never : F[Name] extends { type: 'blocks' } ? never : Name]: F[Name]
}
const listedFields = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, { type }]) => name !== 'content' && type !== 'blocks'),
  ) as Listed<F>

/** A kind of record with any fields. */
export type RecordKind = Omit<KindSpec<Fields>, 'reservedSlugs' | 'publicName'> & {
  publicName: string
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

/** The fields of all kinds of records. */
export type RecordSummary = {
  id: number
  slug: string
  title: string
  status: Status
  updatedAt: string
  version: number
  translations: Translations<{ title?: string; slug?: string; metadata?: object }>
  noindex?: true
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
  /** Absent in the response to a plain write. */
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

/** A parsed body: the errors matter only when it is published. */
export type RecordBody = { input: RecordInput; faults: readonly Issue[] }

/** The path of a kind's public list. */
export const listPath = ({ page }: Pick<RecordKind, 'page'>): string => page.replace(':slug/', '')

/** The path of a kind's public list, if it has one that is not among the six pages. */
export const ownListPath = (kind: Pick<RecordKind, 'page' | 'label'>): string | undefined =>
  kind.label === undefined || isSitePath(listPath(kind)) ? undefined : listPath(kind)

/** The PascalCase name of a kind in schema and operation ids. */
export const idOf = ({ name }: Pick<RecordKind, 'name'>): string =>
  name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

/** The tag of its operations in the OpenAPI document: `Blog posts`. */
export const tagOf = ({ noun: { many } }: Pick<RecordKind, 'noun'>): string =>
  many.charAt(0).toUpperCase() + many.slice(1)

/** The first segments of the paths of all defined kinds. */
const firstSegments = new Set<string>()

const topLevel: RecordPath = '/:slug/'

function reservedOf({ page, reservedSlugs = [] }: Pick<KindSpec<Fields>, 'page' | 'reservedSlugs'>): readonly string[] {
  if (page !== topLevel) return reservedSlugs
  return [...reservedSlugs, ...reservedSegments, ...firstSegments].filter((segment) => !segment.startsWith(':'))
}

/** At the top level of the site, case is ignored, so that a page cannot imitate a built-in path. */
export const isReserved = ({ page, reservedSlugs }: Pick<RecordKind, 'page' | 'reservedSlugs'>, slug: string) =>
  reservedSlugs.includes(page === topLevel ? slug.toLowerCase() : slug)
