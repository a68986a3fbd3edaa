import { z } from 'zod'
import { languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { storedHash, storedLine } from '#text/stored-schema'
import { subscriberStates } from './contract'

/** The schemas of a subscriber in archives. */
export const storedSubscriber = {
  email: z.string().refine(isEmail, 'validation.email'),
  emailKey: storedLine(500).nullable(),
  state: z.enum(subscriberStates),
  language: z.enum(languages),
}

/** The schemas of a link in a mail in archives. */
export const storedLink = {
  tokenHash: storedHash,
  purpose: z.enum(['confirm', 'unsubscribe']),
  language: z.enum(languages),
  source: storedLine(100).nullable(),
}
