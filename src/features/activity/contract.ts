import { z } from 'zod'
import { activityActions } from '#platform/events/events'
import { contentKindNames } from '../kinds'

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
