import { z } from 'zod'
import { isEmail } from '#text/email'
import { honeypot } from '#text/schema'

/** `unasked`: they joined while the site could send no mail. */
export const subscriberStates = ['unasked', 'pending', 'confirmed', 'unsubscribed'] as const
export type SubscriberState = (typeof subscriberStates)[number]

export const subscriber = z
  .object({ id: z.int(), email: z.string(), submittedAt: z.iso.datetime(), state: z.enum(subscriberStates) })
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
