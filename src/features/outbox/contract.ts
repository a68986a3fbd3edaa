import { z } from 'zod'

export const mailKinds = ['message', 'reply', 'confirmation', 'invitation', 'password-reset'] as const
export const mailStates = ['waiting', 'sent', 'failed'] as const

export const mail = z
  .object({
    id: z.int(),
    kind: z.enum(mailKinds),
    to: z.string(),
    subject: z.string(),
    state: z.enum(mailStates),
    attempts: z.int(),
    messageId: z.string(),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof mail>

const whole = (pattern: RegExp) => z.string().regex(pattern, 'validation.value').transform(Number)

export const outboxQuery = z.object({
  state: z.enum(mailStates, { error: 'validation.value' }).optional(),
  limit: whole(/^(?:[1-9]\d?|1\d\d|200)$/).optional(),
  before: whole(/^[1-9]\d{0,8}$/).optional(),
})
export type OutboxQuery = z.infer<typeof outboxQuery>

/** `ok` is null before the first try. */
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
