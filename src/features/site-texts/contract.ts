import { z } from 'zod'
import { exactly, plainCharacters } from '#text/schema'

/** Characters. */
export const longestText = 500

const texts = z.object({ en: z.string(), es: z.string() })

/** A text of the public screens: the built-in one and its replacement, or null. */
export const siteText = z
  .object({
    key: z.string(),
    group: z.string(),
    defaults: texts,
    values: z.object({ en: z.string().nullable(), es: z.string().nullable() }),
  })
  .meta({ id: 'SiteText' })
export type SiteText = z.infer<typeof siteText>

const own = plainCharacters(longestText).min(1, 'validation.text').nullable().optional()
const ownTexts = exactly({ en: own, es: own })

/** By key: absent texts stay unchanged, null resets one language or both. */
export const siteTextsInput = z
  .record(z.string(), ownTexts.nullable(), { error: 'validation.object' })
  .meta({ id: 'SiteTextsInput' })
export type SiteTextsInput = z.infer<typeof siteTextsInput>

export const textsQuery = z.object({
  q: z.string().optional().meta({ description: 'Words of a text, in either language.', example: 'waitlist' }),
})
