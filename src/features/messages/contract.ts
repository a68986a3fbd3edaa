import { z } from 'zod'
import { isEmail } from '#base/text/email'
import { honeypot, requiredText } from '#base/text/schema'

export const message = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    submittedAt: z.iso.datetime(),
    read: z.boolean(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof message>

/** `website` is the honeypot: people never meet it, so a filled one marks the message as spam. */
export const messageInput = z
  .object({
    name: requiredText(100),
    email: requiredText(254).refine(isEmail, 'validation.email'),
    subject: requiredText(200),
    message: requiredText(5000),
    website: honeypot(),
  })
  .meta({ id: 'MessageInput' })
export type MessageInput = z.infer<typeof messageInput>

export const messageState = z.object({ read: z.boolean({ error: 'validation.boolean' }) }).meta({ id: 'MessageState' })
export type MessageState = z.infer<typeof messageState>
