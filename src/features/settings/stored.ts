import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { plainText } from '#text/schema'
import { settings } from './contract'

const { ownerLanguage, messagesKeptDays, signUp } = settings.shape
const texts = (max: number) => z.object(byLanguage(() => plainText(max).default('')))

/** The schemas of the settings in archives. */
export const storedSettings = {
  id: z.literal(1),
  ownerLanguage: ownerLanguage.nullable(),
  messagesKeptDays,
  setup: z.enum(['open', 'done']).nullable(),
  signUp,
  welcome: z.object({ subject: texts(400), text: texts(1_000_000) }).nullable(),
}
