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
  user: plainText(256).optional().meta({ description: 'Only actions of the user with this name.', example: 'ada' }),
  action: z
    .enum(activityActions, { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only this action.', example: 'updated' }),
  kind: z
    .enum(activityKinds, { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only actions on this kind of record.', example: 'post' }),
  id: plainText(256).optional().meta({ description: 'Only actions on the record with this id.', example: '7' }),
  from: moment
    .optional()
    .meta({ description: 'Only actions at or after this time.', example: '2026-03-02T09:00:00.000Z' }),
  to: moment.optional().meta({ description: 'Only actions before this time.', example: '2026-04-01T00:00:00.000Z' }),
  limit: wholeNumber(1, 200).default(50),
  before: wholeNumber(1, 999_999_999).optional(),
})
export type ActivityQuery = z.infer<typeof activityQuery>
