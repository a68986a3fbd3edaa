import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { libraryFiles } from '#platform/images/contract'

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
export type RelatedPost = AroundPost['related'][number]
