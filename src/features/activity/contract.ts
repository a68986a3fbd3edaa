import { z } from 'zod'
import { deeds } from '#base/events'
import { plainText } from '#base/text/schema'
import { contentKindNames } from '../kinds'

export const activityKinds = [
  ...contentKindNames,
  'media',
  'message',
  'subscriber',
  'mail',
  'user',
  'session',
  'invitation',
  'settings',
  'privacy',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** `user` is null where the site itself did it, or nobody could sign in; `title` as it was then. */
export const activityEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    user: z.object({ id: z.int(), username: z.string() }).nullable(),
    action: z.enum(deeds),
    kind: z.enum(activityKinds),
    recordId: z.string().nullable(),
    title: z.string(),
    address: z.string(),
    device: z.string(),
  })
  .meta({ id: 'ActivityEntry' })
export type ActivityEntry = z.infer<typeof activityEntry>

const whole = (pattern: RegExp) => z.string().regex(pattern, 'validation.value').transform(Number)
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
  .refine((text) => /^[0-9]{4}-/.test(new Date(text).toISOString()), 'validation.date')
  .transform((text) => new Date(text).toISOString())

/** `from` is the first moment, `to` the first one after; a date is its midnight in UTC. */
export const activityQuery = z.object({
  user: plainText(256).optional(),
  action: z.enum(deeds, { error: 'validation.value' }).optional(),
  kind: z.enum(activityKinds, { error: 'validation.value' }).optional(),
  id: plainText(256).optional(),
  from: moment.optional(),
  to: moment.optional(),
  limit: whole(/^(?:[1-9]\d?|1\d\d|200)$/).optional(),
  before: whole(/^[1-9]\d{0,8}$/).optional(),
})
export type ActivityQuery = z.infer<typeof activityQuery>
