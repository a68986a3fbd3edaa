import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'
import { mailStates } from './contract'

export const outboxQuery = z.object({
  state: z
    .enum(mailStates, { error: 'validation.value' })
    .optional()
    .meta({ description: 'How it stands.', example: 'failed' }),
  limit: wholeNumber(1, 200).default(50).meta({ description: 'At most so many.', example: 50 }),
  before: wholeNumber(1, 999_999_999)
    .optional()
    .meta({ description: 'Those before this one: the `id` of the last mail of the page before.', example: 32 }),
})
export type OutboxQuery = z.infer<typeof outboxQuery>
