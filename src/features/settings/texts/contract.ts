import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { exactly, plainCharacters } from '#text/schema'

/** Characters. */
export const longestText = 500

const texts = z.object(byLanguage(() => z.string()))

/** A text of the public screens: the built-in one and its replacement, or null. */
export const siteText = z
  .object({
    key: z.string(),
    group: z.string(),
    defaults: texts,
    values: z.object(byLanguage(() => z.string().nullable())),
  })
  .meta({ id: 'SiteText' })
export type SiteText = z.infer<typeof siteText>

const own = plainCharacters(longestText).min(1, 'validation.text').nullable().optional()
const ownTexts = exactly(byLanguage(() => own))

/** By key: absent texts stay unchanged, null resets one language or all. */
export const siteTextsInput = z
  .record(z.string(), ownTexts.nullable(), { error: 'validation.object' })
  .meta({ id: 'SiteTextsInput' })
export type SiteTextsInput = z.infer<typeof siteTextsInput>

export const textsQuery = z.object({
  q: z
    .string()
    .optional()
    .meta({ description: 'Only texts that contain every one of these words, in any language.', example: 'waitlist' }),
})
