import { z } from 'zod'
import { activityActions } from '#platform/events/events'
import { contentKindNames } from '../kinds'
import { wholeNumber } from '#platform/http/parameters'
import { plainText } from '#text/schema'

export const activityKinds = [
  ...contentKindNames,
  'media',
  'message',
  'subscriber',
  'mail',
  'newsletter',
  'webhook',
  'redirect',
  'user',
  'session',
  'invitation',
  'token',
  'settings',
  'site-settings',
  'site-text',
  'privacy',
  'backup',
  'restore',
  'import',
  'samples',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** `user` is null for changes by the site itself and for failed logins; `title` is the one at that time. */
export const activityEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    user: z.object({ id: z.int(), username: z.string() }).nullable(),
    action: z.enum(activityActions),
    kind: z.enum(activityKinds),
    recordId: z.string().nullable(),
    title: z.string(),
    address: z.string(),
    device: z.string(),
  })
  .meta({ id: 'ActivityEntry' })
export type ActivityEntry = z.infer<typeof activityEntry>

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
