import { z } from 'zod'
import { defaultLanguage, languages } from '#i18n/language'

export const previewQuery = z.object({
  language: z
    .enum(languages, { error: 'validation.value' })
    .default(defaultLanguage)
    .meta({ description: 'Of the readers.', example: defaultLanguage }),
})
