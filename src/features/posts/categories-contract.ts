import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'

/** A category that has a public post. */
export const shownCategory = z
  .object({
    slug: z.string(),
    title: z.string(),
    translations: z.object(byOtherLanguage(() => z.object({ title: z.string() }).optional())),
  })
  .meta({ id: 'BlogCategory' })
export type ShownCategory = z.infer<typeof shownCategory>
