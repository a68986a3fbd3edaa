import { z } from 'zod'
import { languages } from '#base/i18n/language'
import { plainText } from '#base/text/schema'
import { contentKindNames } from '../kinds'

/** UTF-16 units that a search may have. */
export const longestSearch = 200

export const searchQuery = z.object({
  q: plainText(longestSearch).optional().default(''),
  language: z.enum(languages, { error: 'validation.value' }).optional().default('en'),
  limit: z
    .string()
    .regex(/^(?:[1-9]|[1-4]\d|50)$/, 'validation.value')
    .optional()
    .default('20')
    .transform(Number),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const searchHit = z
  .object({ kind: z.enum(contentKindNames), title: z.string(), url: z.string(), excerpt: z.string() })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHit>
