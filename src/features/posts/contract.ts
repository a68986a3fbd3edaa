import { z } from 'zod'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { defineKind } from '#records/kind/record'
import { postPath } from './paths'
import { byOtherLanguage } from '#i18n/by-language'
import { libraryFiles } from '#platform/images/contract'

export const postKind = defineKind({
  name: 'post',
  noun: { one: 'blog post', many: 'blog posts' },
  label: 'nav.blog',
  api: '/blog',
  folder: 'posts',
  page: postPath,
  screen: adminPaths.blog,
  schemaType: 'BlogPosting',
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true, searched: true },
    excerpt: {
      type: 'lines',
      max: 1000,
      required: true,
      translated: true,
      searched: true,
      hinted: true,
      proposed: 'firstSentences',
    },
    content: { type: 'html', max: 500_000, required: true, translated: true },
    imageUrl: { type: 'picture', required: true, proposed: 'firstPicture' },
    category: { type: 'text', max: 100, translated: true, searched: true, suggested: true },
    author: { type: 'text', max: 100, searched: true, suggested: true },
    publishedAt: { type: 'moment' },
  },
  aside: ['imageUrl', 'excerpt', 'category', 'author', 'publishedAt'],
})

export type Post = z.infer<typeof postKind.record>
export type PostSummary = z.infer<typeof postKind.summary>
export type EditedPostSummary = z.infer<typeof postKind.editedSummary>
export type PostTranslations = z.infer<typeof postKind.translations>

const named = z.object({ title: z.string().optional(), slug: z.string().optional() })

/** A post as a link with a title. */
const namedPost = z
  .object({
    slug: z.string(),
    title: z.string(),
    imageUrl: z.string(),
    translations: z.object(byOtherLanguage(() => named.optional())),
  })
  .meta({ id: 'NamedPost' })

/** A post as a card. */
const relatedPost = namedPost
  .extend({
    category: z.string(),
    excerpt: z.string(),
    publishedAt: z.string(),
    translations: z.object(
      byOtherLanguage(() =>
        named.extend({ category: z.string().optional(), excerpt: z.string().optional() }).optional(),
      ),
    ),
  })
  .meta({ id: 'RelatedPost' })

export const aroundPost = z
  .object({
    previous: namedPost.nullable(),
    next: namedPost.nullable(),
    related: z.array(relatedPost),
    /** The newest of all others: as many as `related` lacks to three. */
    newest: z.array(relatedPost),
    ...libraryFiles,
  })
  .meta({ id: 'AroundPost' })
export type AroundPost = z.infer<typeof aroundPost>

/** A category that has a public post. */
export const shownCategory = z
  .object({
    slug: z.string(),
    title: z.string(),
    translations: z.object(byOtherLanguage(() => z.object({ title: z.string() }).optional())),
  })
  .meta({ id: 'BlogCategory' })
export type ShownCategory = z.infer<typeof shownCategory>
