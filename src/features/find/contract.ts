import { z } from 'zod'
import { languages } from '#i18n/language'
import { wholeNumber } from '#platform/http/parameters'
import { plainText } from '#text/schema'
import { contentKindNames } from '../kinds'

/** What administrators find: content, what visitors have sent, and the admin's own screens and settings. */
const foundKinds = [
  ...contentKindNames,
  'newsletter',
  'message',
  'subscriber',
  'media',
  'redirect',
  'person',
  'screen',
  'setting',
  'text',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Maximum length of a query in UTF-16 units. */
const longestQuery = 200

const kindList = z
  .union([z.string(), z.array(z.string())], { error: 'validation.value' })
  .transform((names) => [names].flat().flatMap((name) => name.split(',')))
  .pipe(z.array(z.enum(foundKinds, { error: 'validation.value' })))

export const findParameters = z.object({
  q: plainText(longestQuery).default('').meta({ description: 'The words to find.', example: 'measuring' }),
  kinds: kindList
    .optional()
    .meta({ description: 'Only these kinds, separated by commas or repeated; by default all.' }),
  limit: wholeNumber(1, 50).default(20),
})
export type FindParameters = z.infer<typeof findParameters>

/**
 * `href` is an address of the admin. `match` is an excerpt, as plain text, of the text that contains the words: the title
 * itself, or another one. `language` is its language, `status` that of the lists; both are null where there is none.
 */
export const foundEntry = z
  .object({
    kind: z.enum(foundKinds),
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    status: z.string().nullable(),
    language: z.enum(languages).nullable(),
    href: z.string(),
    match: z.string(),
  })
  .meta({ id: 'FoundEntry' })
export type FoundEntry = z.infer<typeof foundEntry>
