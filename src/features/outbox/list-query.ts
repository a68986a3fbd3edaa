import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'
import { mailStates } from './contract'

export const outboxQuery = z.object({
  state: z
    .enum(mailStates, { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only mails in this state.', example: 'failed' }),
  limit: wholeNumber(1, 200).default(50),
  before: wholeNumber(1, 999_999_999).optional(),
})
export type OutboxQuery = z.infer<typeof outboxQuery>
