import { z } from 'zod'
import { seoMetadata } from '#records/seo-metadata'
import { optionalUrl, plainText, requiredText, url } from '#base/text/schema'

/** `/api/projects/featured` is a list. */
export const reservedSlug = 'featured'

const translation = z.object({
  title: plainText(200).optional(),
  description: plainText(1000).optional(),
  excerpt: plainText(1000).optional(),
  category: plainText(100).optional(),
  content: plainText(500_000).optional(),
  metadata: seoMetadata.optional(),
})

/** What differs in another language; what is absent or empty is shown in English. */
export const projectTranslations = z.object({ es: translation.optional() })
export type ProjectTranslations = z.infer<typeof projectTranslations>

export const projectSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  excerpt: z.string(),
  imageUrl: z.string(),
  category: z.string(),
  type: z.string(),
  isFeatured: z.boolean(),
  githubUrl: z.string().nullable(),
  demoUrl: z.string().nullable(),
  translations: z.object({ es: translation.omit({ content: true, metadata: true }).optional() }),
  updatedAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'ProjectSummary' })
export type ProjectSummary = z.infer<typeof projectSummary>

export const project = projectSummary.extend({
  content: z.string(),
  metadata: seoMetadata,
  translations: projectTranslations,
}).meta({ id: 'Project' })
export type Project = z.infer<typeof project>

export const projectInput = z.object({
  title: requiredText(200),
  slug: plainText(200).trim().regex(/^[\w-]*$/, 'validation.slug').refine((slug) => slug !== reservedSlug, 'validation.reservedSlug').optional().default(''),
  description: requiredText(1000),
  content: requiredText(500_000),
  category: requiredText(100),
  imageUrl: url(),
  type: plainText(100).trim().optional().default(''),
  excerpt: plainText(1000).trim().optional().default(''),
  isFeatured: z.boolean({ error: 'validation.boolean' }).optional().default(false),
  githubUrl: optionalUrl(),
  demoUrl: optionalUrl(),
  metadata: seoMetadata.optional(),
  translations: projectTranslations.optional(),
}).meta({ id: 'ProjectInput' })
export type ProjectInput = z.infer<typeof projectInput>
export type ProjectBody = z.input<typeof projectInput>
