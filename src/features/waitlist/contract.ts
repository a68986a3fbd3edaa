import { z } from 'zod'
import { defaultLanguage, languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { honeypot } from '#text/schema'

/** `unasked`: joined while the site could not send mail; `bounced`: there is no such mailbox. */
export const subscriberStates = ['unasked', 'pending', 'confirmed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]

export const subscriber = z
  .object({
    id: z.int(),
    email: z.string(),
    submittedAt: z.iso.datetime(),
    state: z.enum(subscriberStates),
    news: z.boolean(),
    language: z.enum(languages),
  })
  .meta({ id: 'Subscriber' })
export type Subscriber = z.infer<typeof subscriber>

/** `website` is the honeypot: it is invisible, so a value marks the sign-up as spam. */
export const signUp = z
  .object({
    email: z.string({ error: 'validation.email' }).trim().refine(isEmail, 'validation.email'),
    news: z.boolean({ error: 'validation.value' }).default(false),
    website: honeypot(),
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.infer<typeof signUp>
/** What a client sends: the address alone, and `news` if it was asked for. */
export type SignUpBody = z.input<typeof signUp>

/** The language of the subscribers. */
export const welcomeQuery = z.object({
  language: z.enum(languages, { error: 'validation.value' }).default(defaultLanguage),
})

/** The language of the test mail; by default that of the request. */
export const welcomeTest = z
  .object({ language: z.enum(languages, { error: 'validation.value' }).optional() })
  .nullable()
  .transform((body) => body ?? {})
  .meta({ id: 'WelcomeTest' })
export const welcomeTestAnswer = z.object({ to: z.string() }).meta({ id: 'WelcomeTestAnswer' })

/** The form's fields without JavaScript: an unticked box is absent. */
export const postedSignUp = signUp.extend({
  news: z
    .string()
    .optional()
    .transform((text) => Boolean(text)),
})
