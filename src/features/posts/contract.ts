import { z } from 'zod'
import { seoMetadata } from '#records/seo-metadata'
import { plainText, requiredText, url } from '#base/text/schema'

const translation = z.object({
  title: plainText(200).optional(),
  excerpt: plainText(1000).optional(),
  content: plainText(500_000).optional(),
  metadata: seoMetadata.optional(),
})

/** What differs in another language; what is absent or empty is shown in English. */
export const postTranslations = z.object({ es: translation.optional() })
export type PostTranslations = z.infer<typeof postTranslations>

export const postSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  imageUrl: z.string(),
  category: z.string(),
  publishedAt: z.iso.datetime(),
  translations: z.object({ es: translation.omit({ content: true, metadata: true }).optional() }),
  updatedAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'PostSummary' })
export type PostSummary = z.infer<typeof postSummary>

export const post = postSummary.extend({
  content: z.string(),
  metadata: seoMetadata,
  translations: postTranslations,
}).meta({ id: 'Post' })
export type Post = z.infer<typeof post>

export const postInput = z.object({
  title: requiredText(200),
  slug: plainText(200).trim().regex(/^[\w-]*$/, 'validation.slug').optional().default(''),
  excerpt: requiredText(1000),
  content: requiredText(500_000),
  imageUrl: url(),
  category: plainText(100).trim().optional().default(''),
  publishedAt: z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
    .refine(isCommonEra, 'validation.date')
    .transform((text) => new Date(text).toISOString())
    .optional(),
  metadata: seoMetadata.optional(),
  translations: postTranslations.optional(),
}).meta({ id: 'PostInput' })
export type PostInput = z.infer<typeof postInput>
export type PostBody = z.input<typeof postInput>

/** Of a list: how many of the newest. */
export const postsFilter = z.object({
  limit: z.string().regex(/^(?:[1-9]\d?|100)$/).transform(Number).optional(),
})

/** Four-digit years are what a date picker, ISO text and Postgres agree on. */
function isCommonEra(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}
