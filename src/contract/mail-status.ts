import { z } from 'zod'

/** `ok`: whether the last connection to the mail server succeeded; null before the first. */
export const mailStatus = z
  .object({
    configured: z.boolean(),
    ok: z.boolean().nullable(),
    lastError: z.string().nullable(),
    waiting: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'MailStatus' })
export type MailStatus = z.infer<typeof mailStatus>
