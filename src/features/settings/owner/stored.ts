import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { readMailbox } from '#text/mailbox'
import { plainText } from '#text/schema'
import { timeZoneName } from '#text/time-zone'
import { isContact, mailSecurities, settings } from './contract'

const { ownerLanguage, messagesKeptDays, signUp } = settings.shape
const texts = (max: number) => z.object(byLanguage(() => plainText(max).default('')))

/** The password is encrypted: an archive contains it in no other form. */
const mailServer = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65535),
  security: z.enum(mailSecurities),
  username: z.string().max(256).nullable(),
  password: z
    .string()
    .regex(/^v1\.[\w-]{1,4000}$/)
    .nullable(),
})
const mailbox = z
  .string()
  .max(400)
  .refine((text) => readMailbox(text) !== undefined, 'validation.email')

/** The schemas of the settings in archives. */
export const storedSettings = {
  id: z.literal(1),
  ownerLanguage: ownerLanguage.nullable(),
  messagesKeptDays,
  setup: z.enum(['open', 'done']).nullable(),
  signUp,
  welcome: z.object({ subject: texts(400), text: texts(1_000_000) }).nullable(),
  mailServer: mailServer.nullable(),
  mailFrom: mailbox.nullable(),
  mailTo: z.array(mailbox).max(20).nullable(),
  securityContact: z.string().max(300).refine(isContact, 'validation.contact').nullable(),
  timeZone: z
    .string()
    .refine((text) => timeZoneName(text) === text, 'validation.timeZone')
    .nullable(),
}
