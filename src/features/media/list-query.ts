import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'
import { plainText } from '#text/schema'

export const mediaQuery = z.object({
  q: plainText(200).optional().meta({
    description: 'A part of names or alternative texts, without regard to case and accents.',
    example: 'press',
  }),
  limit: wholeNumber(1, 100).default(50).meta({ description: 'At most so many.', example: 50 }),
  before: wholeNumber(1, 999_999_999).optional().meta({ description: 'The `next` of the part before.', example: 12 }),
  lacks: z.enum(['alt'], { error: 'validation.value' }).optional().meta({
    description: 'Only pictures without alternative text in one language at least, but for decorative ones.',
    example: 'alt',
  }),
  type: z
    .enum(['picture'], { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only pictures, no documents.', example: 'picture' }),
  status: z.enum(['trashed'], { error: 'validation.value' }).optional().meta({
    description: 'Only what lies in the trash, which other lists leave out.',
    example: 'trashed',
  }),
})
export type MediaQuery = z.infer<typeof mediaQuery>

/** The query of a deletion. */
export const mediaRemoval = z.object({
  force: z
    .enum(['0', '1'], { error: 'validation.value' })
    .optional()
    .meta({ description: 'Also while it is used.', example: '1' }),
})
