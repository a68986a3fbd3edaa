import { z } from 'zod'

export const presence = z
  .object({
    others: z.array(
      z.object({
        user: z.object({ id: z.int(), username: z.string() }),
        isYou: z.boolean(),
        since: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'Presence' })
export type Presence = z.infer<typeof presence>
export type Other = Presence['others'][number]

/** A window in which a record is open: it sends a heartbeat every few seconds, less often while it is hidden. */
export const openWindow = z
  .object({
    kind: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'validation.value'),
    id: z.union([z.int().min(1).max(2_147_483_647), z.string().regex(/^[\w-]{1,100}$/)], {
      error: 'validation.value',
    }),
    window: z.string({ error: 'validation.value' }).regex(/^[\w-]{16,64}$/, 'validation.value'),
    isHidden: z.boolean({ error: 'validation.value' }).optional().default(false),
  })
  .meta({ id: 'OpenWindow' })
export type OpenWindow = z.infer<typeof openWindow>
