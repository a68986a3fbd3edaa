import { z } from 'zod'

/** A post as others name it. */
const namedPost = z
  .object({
    slug: z.string(),
    title: z.string(),
    translations: z.object({ es: z.object({ title: z.string().optional(), slug: z.string().optional() }).optional() }),
  })
  .meta({ id: 'NamedPost' })

export const aroundPost = z
  .object({ previous: namedPost.nullable(), next: namedPost.nullable(), related: z.array(namedPost) })
  .meta({ id: 'AroundPost' })
export type AroundPost = z.infer<typeof aroundPost>
