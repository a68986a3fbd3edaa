import { z } from 'zod'
import { activityActions } from '#platform/events/events'
import { wholeNumber } from '#platform/http/whole-number'
import { plainText } from '#text/schema'
import { activityKinds } from './contract'

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
  .refine((text) => /^[0-9]{4}-/.test(new Date(text).toISOString()), 'validation.date')
  .transform((text) => new Date(text).toISOString())

/** A date means midnight in UTC. */
export const activityQuery = z.object({
  user: plainText(256).optional().meta({ description: 'The username.', example: 'ada' }),
  action: z
    .enum(activityActions, { error: 'validation.value' })
    .optional()
    .meta({ description: 'What was done.', example: 'updated' }),
  kind: z
    .enum(activityKinds, { error: 'validation.value' })
    .optional()
    .meta({ description: 'To what.', example: 'post' }),
  id: plainText(256).optional().meta({ description: 'Its id.', example: '7' }),
  from: moment.optional().meta({ description: 'Not before this moment.', example: '2026-03-02T09:00:00.000Z' }),
  to: moment.optional().meta({ description: 'Before this moment.', example: '2026-04-01T00:00:00.000Z' }),
  limit: wholeNumber(1, 200).default(50).meta({ description: 'At most so many.', example: 50 }),
  before: wholeNumber(1, 999_999_999)
    .optional()
    .meta({ description: 'Those before this one: the `id` of the last line of the page before.', example: 813 }),
})
export type ActivityQuery = z.infer<typeof activityQuery>
