import { z } from 'zod'
import { libraryFiles } from '#platform/images/contract'

/** A post as others name it. */
const namedPost = z
  .object({
    slug: z.string(),
    title: z.string(),
    translations: z.object({ es: z.object({ title: z.string().optional(), slug: z.string().optional() }).optional() }),
  })
  .meta({ id: 'NamedPost' })

/** And as a card shows it. */
const relatedPost = namedPost
  .extend({
    category: z.string(),
    imageUrl: z.string(),
    publishedAt: z.string(),
    translations: z.object({
      es: z
        .object({ title: z.string().optional(), slug: z.string().optional(), category: z.string().optional() })
        .optional(),
    }),
  })
  .meta({ id: 'RelatedPost' })

export const aroundPost = z
  .object({
    previous: namedPost.nullable(),
    next: namedPost.nullable(),
    related: z.array(relatedPost),
    ...libraryFiles,
  })
  .meta({ id: 'AroundPost' })
export type AroundPost = z.infer<typeof aroundPost>
