import { z } from 'zod'
import { defaultLanguage, languages } from '#i18n/language'
import { wholeNumber } from '#platform/http/parameters'
import { libraryFiles } from '#platform/images/contract'
import { plainText } from '#text/schema'
import { contentKindNames } from '../kinds'

/** Maximum length of a search in UTF-16 units. */
const longestSearch = 200

export const searchQuery = z.object({
  q: plainText(longestSearch).default('').meta({ description: 'The search terms.', example: 'measuring' }),
  language: z
    .enum(languages, { error: 'validation.value' })
    .default(defaultLanguage)
    .meta({ description: 'The language of the texts and URLs.' }),
  limit: wholeNumber(1, 50).default(20),
  details: z
    .enum(['true', 'false'], { error: 'validation.value' })
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: 'Whether results have the date and the picture of their record.' }),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const searchHit = z
  .object({
    kind: z.enum(contentKindNames),
    title: z.string(),
    url: z.string(),
    excerpt: z.string(),
    /** Only with `details`, and only of records. */
    date: z.string().optional(),
    picture: z.string().optional(),
    ...libraryFiles,
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHit>

export const searchSizeQuery = searchQuery.pick({ language: true })

/** How many texts can be found in a language. */
export const searchSize = z.object({ total: z.int() }).meta({ id: 'SearchSize' })
export type SearchSize = z.infer<typeof searchSize>
