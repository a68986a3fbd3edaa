import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'
import { plainText } from '#text/schema'

export const mediaQuery = z.object({
  q: plainText(200).optional().meta({
    description: 'Only files whose name or alternative text contains this text; case and accents are ignored.',
    example: 'press',
  }),
  limit: wholeNumber(1, 100).default(50),
  before: wholeNumber(1, 999_999_999)
    .optional()
    .meta({ description: 'The `next` of the previous response.', example: 12 }),
  lacks: z.enum(['alt'], { error: 'validation.value' }).optional().meta({
    description: 'Only pictures that lack alternative text in some language and are not decorative.',
    example: 'alt',
  }),
  type: z
    .enum(['picture'], { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only pictures.', example: 'picture' }),
  status: z.enum(['trashed'], { error: 'validation.value' }).optional().meta({
    description: 'Only items in the trash, which are otherwise left out.',
    example: 'trashed',
  }),
})
export type MediaQuery = z.infer<typeof mediaQuery>

/** The query of a deletion. */
export const mediaRemoval = z.object({
  force: z
    .enum(['0', '1'], { error: 'validation.value' })
    .optional()
    .meta({ description: '`1`: even if the file is in use.', example: '1' }),
})
