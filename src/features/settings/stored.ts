import { z } from 'zod'
import { settings } from './contract'

const { ownerLanguage, messagesKeptDays } = settings.shape

/** The schemas of the settings in archives. */
export const storedSettings = {
  id: z.literal(1),
  ownerLanguage: ownerLanguage.nullable(),
  messagesKeptDays,
  setup: z.enum(['open', 'done']).nullable(),
}
