import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { languages } from '#i18n/language'
import { plainText } from '#text/schema'
import { storedCount } from '#text/stored-schema'
import { audiences, newsletter, readerStates, untranslatedChoices } from './contract'
import { mailStates } from './table'

const texts = (max: number) => z.object(byLanguage(() => plainText(max).default(''))).nullable()

/** The schemas of a newsletter in archives; characters of two units count twice. */
export const storedNewsletter = {
  /** 0: a newsletter of its own. */
  post: storedCount,
  title: texts(400),
  subject: texts(400),
  introduction: texts(10_000),
  body: texts(1_000_000),
  audience: z.enum(audiences),
  joinedFrom: z.iso.date({ error: 'validation.date' }).nullable(),
  joinedUntil: z.iso.date({ error: 'validation.date' }).nullable(),
  readerState: z.enum(readerStates),
  untranslated: z.enum(untranslatedChoices),
  state: newsletter.shape.state,
  total: storedCount,
  sent: storedCount,
  failed: storedCount,
  bounced: storedCount,
}

/** The schemas of the mail to one reader in archives. */
export const storedMail = { language: z.enum(languages), state: z.enum(mailStates) }
