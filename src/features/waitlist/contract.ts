import { z } from 'zod'
import { isEmail } from '#base/text/email'
import { honeypot } from '#base/text/schema'

export const subscriber = z
  .object({ id: z.int(), email: z.string(), submittedAt: z.iso.datetime() })
  .meta({ id: 'Subscriber' })
export type Subscriber = z.infer<typeof subscriber>

/** `website` is the honeypot: people never meet it, so a filled one marks the sign-up as spam. */
export const signUp = z
  .object({
    email: z.string({ error: 'validation.email' }).trim().refine(isEmail, 'validation.email'),
    website: honeypot(),
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.infer<typeof signUp>
