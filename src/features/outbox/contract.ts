import { z } from 'zod'
import { wholeNumber } from '#platform/http/parameters'

const mailKinds = [
  'message',
  'reply',
  'confirmation',
  'welcome',
  'invitation',
  'password-reset',
  'second-factor',
  'security',
  'webhook',
  'backup',
  'letter',
] as const
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

export const outboxQuery = z.object({
  state: z
    .enum(mailStates, { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only mails in this state.', example: 'failed' }),
  limit: wholeNumber(1, 200).default(50),
  before: wholeNumber(1, 999_999_999).optional(),
})
export type OutboxQuery = z.infer<typeof outboxQuery>
