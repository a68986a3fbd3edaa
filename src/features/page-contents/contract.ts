import { z } from 'zod'
import { libraryFiles } from '#platform/images/contract'
import { otherLanguages } from '#i18n/language'
import { isDrawnIcon } from '#ui/pictures/drawn-icons'
import { isRecord, parseJson } from '#text/parse-json'
import { isSafeUrl, hasCredentials, isStorable } from '#text/schema'
import { deepestNesting, nestingOf } from '#text/nesting'
import { draft, draftSummary } from '#records/history/history-contract'
import { translation } from '#records/translation/translation-contract'

/** The sections of the home page in their built-in order. */
export const homeSections = ['hero', 'features', 'blog', 'projects', 'waitlist'] as const
export type HomeSection = (typeof homeSections)[number]

/** What the drawing of the hero consists of. */
export const drawnIndustries = ['education', 'manufacturing', 'realEstate'] as const

export const heroPictureShows = ['drawing', 'picture', 'none'] as const
export type HeroPictureShow = (typeof heroPictureShows)[number]

/** An SVG of the library. */
const ownIcon = /^\/media\/\d+\/[^?#]*\.svg$/i

const distinct = <Item>(items: readonly Item[]) => new Set(items).size === items.length
const some = <Names extends readonly [string, ...string[]]>(names: Names, error: string) =>
  z.array(z.enum(names, { error }), { error: 'validation.list' }).refine(distinct, error)

const heroPicture = z
  .looseObject(
    {
      show: z.enum(heroPictureShows, { error: 'validation.heroPicture' }).optional(),
      industries: some(drawnIndustries, 'validation.industries').optional(),
      src: z
        .string({ error: 'validation.picture' })
        .refine((src) => src === '' || isSafeUrl(src), 'validation.picture')
        .optional(),
    },
    { error: 'validation.object' },
  )
  .refine(({ show, src }) => show !== 'picture' || src, { path: ['src'], error: 'validation.picture' })

const feature = z.preprocess(
  (row) => (isRecord(row) ? row : {}),
  z.looseObject({
    icon: z
      .string({ error: 'validation.drawnIcon' })
      .refine((icon) => icon === '' || isDrawnIcon(icon) || ownIcon.test(icon), 'validation.drawnIcon')
      .nullish(),
  }),
)

/** The values of the home page that are not texts; absent ones have their defaults. */
const homeContent = z.looseObject({
  heroPicture: heroPicture.nullish(),
  features: z.preprocess((list) => (Array.isArray(list) ? list : []), z.array(feature)),
  sections: some(homeSections, 'validation.sections').nullish(),
})

export const pageNames = ['home', 'projects', 'blog', 'about', 'contact', 'legal'] as const
export const pageName = z.enum(pageNames)
export type PageName = z.infer<typeof pageName>

export const pageContent = z
  .object({
    id: z.int(),
    page: pageName,
    content: z.string(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    ...libraryFiles,
  })
  .meta({ id: 'PageContent' })
export type PageContent = z.infer<typeof pageContent>

/** The people of the about page that have a picture. */
export const pagePeople = z
  .object({ people: z.array(z.object({ name: z.string(), photo: z.string() })), ...libraryFiles })
  .meta({ id: 'AboutPeople' })
export type PagePeople = z.infer<typeof pagePeople>

/** A page for its editors; one without a stored row has version 0, and exists only for its draft. */
export const editedPageContent = z
  .object({
    ...pageContent.omit({ pictures: true, documents: true }).shape,
    id: z.int().nullable(),
    updatedAt: z.iso.datetime().nullable(),
    draft: draft.nullable(),
    translation,
  })
  .meta({ id: 'EditedPageContent' })
export type EditedPageContent = z.infer<typeof editedPageContent>

/** A page in the list. */
export const editedPageContentSummary = z
  .object({ ...editedPageContent.shape, draft: draftSummary.nullable() })
  .meta({ id: 'EditedPageContentSummary' })
export type EditedPageContentSummary = z.infer<typeof editedPageContentSummary>

const jsonObjectText = z.string({ error: 'validation.jsonObject' }).superRefine((text, context) => {
  const fault = faultOf(text)
  if (fault) context.addIssue({ code: 'custom', message: fault.message, path: fault.path })
})

/** `content` is the JSON text of an object; an object itself is accepted too and converted. */
const content = z.preprocess((value) => (isRecord(value) ? JSON.stringify(value, null, 2) : value), jsonObjectText)
export const pageContentInput = z
  .object({ page: z.enum(pageNames, { error: 'validation.page' }), content })
  .superRefine(({ page, content: json }, context) => {
    const issues = page === 'home' ? homeContent.safeParse(parseJson(json)).error?.issues : undefined
    for (const { path, message } of issues ?? [])
      context.addIssue({ code: 'custom', path: ['content', ...path], message })
  })
  .meta({ id: 'PageContentInput' })
export const pageDraftInput = z.object({ content }).meta({ id: 'PageContentDraftInput' })
export type PageContentInput = z.infer<typeof pageContentInput>

function faultOf(text: string): { message: string; path?: string[] } | undefined {
  if (!isStorable(text)) return { message: 'validation.characters' }
  if (nestingOf(text) > deepestNesting) return { message: 'validation.nesting' }
  const parsed = parseJson(text)
  if (!isRecord(parsed)) return { message: 'validation.jsonObject' }
  if (!isStorable(parsed)) return { message: 'validation.characters' }
  const withCredentials = pathOfCredentials(parsed)
  if (withCredentials) return { message: 'validation.urlCredentials', path: withCredentials }
  const link = linkPaths.find((path) => hasForeignScheme(readPath(parsed, path)))
  return link && { message: 'validation.url', path: link }
}

/** The path of a value that is a web address with a user name or a password. */
function pathOfCredentials(value: unknown): string[] | undefined {
  if (typeof value === 'string') return hasCredentials(value.trim()) && !/\s/.test(value.trim()) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const path = pathOfCredentials(part)
    if (path) return [key, ...path]
  }
  return undefined
}

const linkPaths = [[], ...otherLanguages.map((language) => ['translations', language])].flatMap((root) =>
  ['canonical', 'ogImage'].map((name) => [...root, 'metadata', name]),
)

const readPath = (parsed: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isRecord(inside) ? inside[key] : undefined), parsed)

/** `javascript:` and the like; URLs without a scheme are completed by the settings screen. */
const hasForeignScheme = (link: unknown): boolean =>
  typeof link === 'string' && !/^https?:\/\//i.test(link) && /^[\s\p{Cc}]*[a-z][a-z\d+.\s\p{Cc}-]*:/iu.test(link)
