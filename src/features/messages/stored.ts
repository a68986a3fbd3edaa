import { z } from 'zod'
import { languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'
import { spamReason } from './contract'

/** The schemas of a message in archives; characters of two units count twice. */
export const storedMessage = {
  name: plainText(200),
  email: z.string().refine(isEmail, 'validation.email'),
  subject: plainText(400),
  message: plainText(20_000),
  spamScore: z.int().min(0, 'validation.value').max(100, 'validation.value'),
  spamReasons: z.array(spamReason).max(20, 'validation.tooMany'),
  textHash: storedLine(200).nullable(),
  language: z.enum(languages).nullable(),
}

/** The schemas of a reply in archives. The Message-ID becomes a header of the next one. */
export const storedReply = {
  byName: storedLine(256).nullable(),
  body: plainText(80_000),
  mailMessageId: plainText(998).regex(/^<[^<>\s\p{Cc}]+>$/u, 'validation.value'),
}
