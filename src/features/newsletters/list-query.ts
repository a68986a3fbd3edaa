import { z } from 'zod'
import { languages } from '#i18n/language'

export const previewQuery = z.object({
  language: z
    .enum(languages, { error: 'validation.value' })
    .default('en')
    .meta({ description: 'Of the readers.', example: 'es' }),
})
